import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailWords } from '../../content/words/index.ts';
import { dispatchPath } from '../../contract/function-paths.ts';
import { exampleRequest } from '../support/example-request.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';

const settings = { MAIL_TO: 'owner@example.com', MAIL_FROM: 'website@example.net' };

let server: InProcessServer;
let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink({
    reply: (command) => (command.includes('<gone@example.com>') ? '550 Not this one' : undefined),
  });
  server = await startInProcess({ ...settings, SMTP_URL: sink.url });
});
afterAll(async () => {
  await server.stop();
  await sink.stop();
});

/** Posts a request. Returns its reference once an attempt to email the request has this outcome. */
async function post(message: string, outcome = 'accepted', to = server): Promise<string> {
  const { reference } = await (await to.post({ ...exampleRequest, message })).json();
  await to.logged('mail', { reference, outcome });
  return reference;
}

const findMails = (reference: string) => sink.mails.filter(({ subject }) => subject?.includes(reference));

test('an email that was saved without SMTP_URL is sent once it is set', async () => {
  const first = await startInProcess(settings);
  await first.logged('mail_to_files');
  const reference = await post('filed', 'filed', first);
  const file = join(first.dataDir, 'mail', `${reference}.eml`);
  expect((await PostalMime.parse(readFileSync(file))).subject).toContain(reference);
  await first.stop();

  const second = await startInProcess({ ...settings, SMTP_URL: sink.url }, { dataDir: first.dataDir });
  await second.logged('mail', { reference, outcome: 'accepted' });
  expect(findMails(reference)).toHaveLength(1);
  expect(findMails(reference)[0]?.text).not.toContain(mailWords.possibleDuplicate);
  await second.stop();
});

test('all recipients get the email, even if one is refused', async () => {
  const to = ['owner@example.com', 'gone@example.com', 'dispatch@example.com'];
  const shared = await startInProcess({ ...settings, SMTP_URL: sink.url, MAIL_TO: to.join(', ') });
  const reference = await post('to three', 'refused', shared);
  const envelopes = () => findMails(reference).map(({ envelope }) => envelope.to.join());
  await expect.poll(() => envelopes().sort()).toEqual(['dispatch@example.com', 'owner@example.com']);
  for (const mail of findMails(reference)) {
    expect(mail.to?.map(({ address }) => address)).toEqual(to);
    expect(mail.envelope.from).toBe('website@example.net');
  }
  expect(await (await fetch(`${shared.url}/healthz`)).json()).toMatchObject({ refused: 1 });
  await shared.stop();
});

test('Dispatch answers before the mail server has accepted a pairing link', async () => {
  const { reached, letGo } = sink.holdAt('EHLO');
  const { status } = await fetch(server.url + dispatchPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ action: 'email_link' }),
  });
  expect(status).toBe(202);
  await reached;
  letGo();
  await server.logged('owner_email', { kind: 'pairing', outcome: 'accepted' });
});
