import { expect, test } from 'vitest';
import { honeypotName } from '../../contract/contact-fields.ts';
import { composeDigest } from '../../server/mail/digest.ts';
import type { Digest } from '../../server/store/request-store.ts';
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';
import { exampleRequest } from '../support/example-request.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { startServer } from '../support/start-server.ts';
import { tinySite } from '../support/tiny-site.ts';

const now = new Date('2026-11-30T12:00:00Z');

test.each([
  ['short', 'x', 900],
  ['long', 'm'.repeat(5_000), 300],
  ['of three bytes a letter', '王'.repeat(5_000), 150],
  ['of four bytes a letter', '🚛'.repeat(2_500), 150],
  ['nothing but lines', 'a\n'.repeat(2_499), 400],
])('a digest of messages that are %s is at most 1 MB', async (_, message, count) => {
  const store = openSqliteStore(memoryFolder('digest'), () => undefined);
  const posted = Array.from({ length: count }, (__, number) =>
    store.save({
      fields: { ...exampleRequest, name: `${number} ${message.slice(0, 3)}`, service: 'fleet', message },
      language: 'en',
      receivedAt: now,
      idempotencyKey: undefined,
    }),
  );
  await Promise.all(posted);
  const leaseEndsAt = new Date(now.getTime() + 60_000);
  const digest = await store.claimDigest({ now, leaseEndsAt, assemble: 'all', summaries: true });
  const email = await composeDigest(digest as Digest, addresses, now);
  expect(email.bytes.length).toBeLessThanOrEqual(1_000_000);
  // Not because most were left out.
  expect(digest?.requests.length === count || email.bytes.length > 500_000).toBe(true);
  expect((digest?.requests.length ?? 0) + (digest?.summaries.length ?? 0)).toBe(count);
  await store.close();
});

const addresses = { from: 'website@example.net', to: ['owner@example.com'] };

test('a request that filled the honeypot is not emailed individually', async () => {
  const sink = await startSmtpSink();
  const server = await startServer({ cwd: tinySite(), env: { LIMITS: 'on', SMTP_URL: sink.url } });
  const spam = await server.post({ ...exampleRequest, message: 'spam', [honeypotName]: 'x' });
  expect(spam.status).toBe(200);
  const { reference } = await (await server.post(exampleRequest)).json();
  await server.logged('mail', { reference, outcome: 'accepted' });
  await server.stop();
  await sink.stop();
  expect(sink.mails.map(({ subject }) => subject?.split(' ').at(-1))).toEqual([reference]);
  expect(server.log.filter(({ honeypot }) => honeypot)).toHaveLength(1);
});
