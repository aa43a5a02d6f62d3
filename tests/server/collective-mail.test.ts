import { expect, test } from 'vitest';
import { honeypotName } from '../../contract/contact-fields.ts';
import { composeCollective } from '../../server/mail/collective-message.ts';
import { terms } from '../../server/outbox/terms.ts';
import { openSqliteStore } from '../../server/store/sqlite-store.ts';
import { exampleRequest } from '../support/example-request.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { newDataDir, startServer } from '../support/start-server.ts';
import { tinySite } from '../support/tiny-site.ts';

const now = new Date('2026-11-30T12:00:00Z');

test.each([
  ['short', 'x', 900],
  ['long', 'm'.repeat(5_000), 300],
  ['of three bytes a letter', '王'.repeat(5_000), 150],
  ['of four bytes a letter', '🚛'.repeat(2_500), 150],
  ['nothing but lines', 'a\n'.repeat(2_499), 400],
])('a collective mail of messages that are %s is at most 1 MB', async (_, message, count) => {
  const store = openSqliteStore(newDataDir(), () => undefined);
  const posted = Array.from({ length: count }, (_, number) =>
    store.keep({
      fields: { ...exampleRequest, name: `${number} ${message.slice(0, 3)}`, service: 'fleet', message },
      language: 'en',
      receivedAt: now,
      idempotencyKey: undefined,
    }),
  );
  await Promise.all(posted);
  const owed = await store.claimCollective({
    now,
    leaseEndsAt: new Date(now.getTime() + 60_000),
    underWay: [],
    includeFiled: true,
    parkedBefore: now,
    farthestDue: new Date(now.getTime() + 3_600_000),
    assemble: 'all',
    ...terms.collective.room,
  });
  const mail = await composeCollective(owed ?? { batch: '', mails: [], left: 0 }, {
    from: 'website@example.net',
    to: 'owner@example.com',
  });
  expect(mail.bytes.length).toBeLessThanOrEqual(1_000_000);
  // Not by leaving most of them out.
  expect(owed?.left === 0 || mail.bytes.length > 500_000).toBe(true);
  await store.close();
});

test('who falls for the honeypot does not reach the owner by a mail of its own', async () => {
  const sink = await startSmtpSink();
  const server = await startServer({ cwd: tinySite(), env: { LIMITS: 'on', SMTP_URL: sink.url } });
  const trapped = await server.post({ ...exampleRequest, message: 'spam', [honeypotName]: 'x' });
  expect(trapped.status).toBe(200);
  const { reference } = await (await server.post(exampleRequest)).json();
  await server.logged('mail', { reference, outcome: 'accepted' });
  await server.stop();
  await sink.stop();
  expect(sink.mails.map(({ subject }) => subject)).toEqual([`Fleet Maintenance · request ${reference}`]);
  expect(server.log.filter(({ honeypot }) => honeypot)).toHaveLength(1);
});
