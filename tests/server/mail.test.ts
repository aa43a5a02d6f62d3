import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import { contactPath } from '../../contract/contact-fields.ts';
import { startsProcess } from '../../scripts/time-limits.mjs';
import { exampleRequest } from '../support/example-request.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';

let server: InProcessServer;
let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink();
  server = await startInProcess({
    SMTP_URL: sink.url,
    MAIL_TO: 'owner@example.com',
    MAIL_FROM: 'website@example.net',
  });
});
afterAll(async () => {
  await server.stop();
  await sink.stop();
});

/** Posts a request and returns its email as received by the owner's mail server. */
async function mailOf(changes: Partial<typeof exampleRequest>, query = '') {
  const response = await fetch(`${server.url}${contactPath}${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...exampleRequest, ...changes }),
  });
  const { reference } = await response.json();
  await server.logged('mail', { reference, outcome: 'accepted' });
  const mail = sink.mails.find(({ subject }) => subject?.includes(reference));
  if (!mail) {
    throw new Error(`No email has ${reference}.`);
  }
  return { reference: String(reference), mail };
}

test('a request reaches the owner as one email, from the website', async () => {
  const { mail, reference } = await mailOf({});
  expect(mail.envelope).toEqual({ from: 'website@example.net', to: ['owner@example.com'] });
  expect(mail.subject).toBe(`${en.form.services.fleet} · 512-555-0199 · English · ${reference}`);
  expect(mail.from).toMatchObject({ name: mailWords.sender, address: 'website@example.net' });
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
  expect(mail.to).toMatchObject([{ address: 'owner@example.com' }]);
  expect(mail.replyTo).toMatchObject([{ address: exampleRequest.email }]);
  expect(mail.messageId).toMatch(new RegExp(`^<${reference}\\.\\d+@example\\.net>$`));
});

test('an emergency is in capitals and marked as important', async () => {
  const { mail, reference } = await mailOf({ service: 'emergency', phone: '+1 832.555.0188' }, '?lang=es');
  expect(mail.subject).toBe(`${mailWords.emergency} · 832-555-0188 · Spanish · ${reference}`);
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'importance', value: 'high' }));
});

test('text and HTML say the same: name and number, language and time, then the message', async () => {
  const { mail, reference } = await mailOf({});
  const [name, when, blank, ...message] = mail.text?.split('\n') ?? [];
  expect(name).toBe('“Canary Nightingale”, (512) 555-0199');
  expect(when).toMatch(/^English, \w+, \w+ \d+, \d{4} at /);
  expect(blank).toBe('');
  expect(message.join('\n')).toContain(`> ${exampleRequest.message.replaceAll('\n', '\n> ')}\n\n`);
  for (const fact of [en.form.services.fleet, exampleRequest.email, reference]) {
    expect(mail.text).toContain(fact);
    expect(mail.html).toContain(fact);
  }
  expect(mail.html).toContain('“Canary Nightingale”, (512) 555-0199');
  expect(mail.html).toContain(`<a class="tap" href="tel:5125550199">${mailWords.tap.call}</a>`);
  expect(mail.html).not.toContain('maps.google.com');
  expect(mail.html).toContain('Canary sings at &lt;six&gt; &amp; &quot;seven&quot;.');
});

test('the Text button opens a message in the language of the request', async () => {
  const { mail, reference } = await mailOf({ message: 'Escrito en español' }, '?lang=es');
  const [, address = '', body = ''] = /href="(sms:\d+)\?&amp;body=([^"]+)">/.exec(mail.html ?? '') ?? [];
  expect(mail.html).toContain(`body=${body}">${mailWords.tap.text}</a>`);
  expect(address).toBe('sms:5125550199');
  const words = { business: business.name, reference };
  expect(decodeURIComponent(body.replaceAll('&#39;', "'"))).toBe(
    interpolate(mailWords.textMessage.es, words),
  );
});

test('headers in a message stay in the message', async () => {
  const { mail } = await mailOf({ message: 'x\r\nBcc: thief@example.com\r\n\r\nSubject: y\r\n.\r\nQUIT' });
  expect(mail.envelope.to).toEqual(['owner@example.com']);
  expect(mail.bcc ?? []).toEqual([]);
  expect(mail.text).toContain('> Bcc: thief@example.com\n> \n> Subject: y\n> .\n> QUIT\n');
});

test('without SMTP_URL the email is a file, the log says so, and it is sent once there is a server', async () => {
  const first = await startInProcess();
  await first.logged('mail_to_files');
  const { reference } = await (await first.post({ ...exampleRequest, message: 'filed' })).json();
  await first.logged('mail', { reference, outcome: 'filed' });
  const file = join(first.dataDir, 'mail', `${reference}.eml`);
  expect((await PostalMime.parse(readFileSync(file))).subject).toContain(reference);
  await first.stop();

  const second = await startInProcess({ SMTP_URL: sink.url }, { dataDir: first.dataDir });
  await second.logged('mail', { reference, outcome: 'accepted' });
  expect(sink.mails.at(-1)).toMatchObject({ to: [{ address: business.email }] });
  expect(sink.mails.at(-1)?.text).not.toContain(mailWords.possibleDuplicate);
  await second.stop();
});

// The second attempt comes five seconds after the first.
test(
  'a connection lost after the final dot resends the email, marked, with the same Message-ID',
  async () => {
    sink.behave('drop after the final dot');
    const { reference } = await (await server.post({ ...exampleRequest, message: 'repeated' })).json();
    await server.logged('mail', { reference, outcome: 'ambiguous' });
    sink.behave('accept');
    await server.logged('mail', { reference, outcome: 'accepted' });
    // A third email would have come before that of the next request.
    await mailOf({ message: 'the next one' });
    const [first, second, ...others] = sink.mails.filter(({ subject }) => subject?.includes(reference));
    expect(second?.messageId).toBe(first?.messageId);
    expect(first?.text).not.toContain(mailWords.possibleDuplicate);
    expect(second?.text?.split('\n', 1)).toEqual([mailWords.possibleDuplicate]);
    expect(second?.html).toContain(mailWords.possibleDuplicate);
    expect(others).toEqual([]);
  },
  startsProcess.timeout,
);

test('all recipients get the email, even if one is refused', async () => {
  const to = ['owner@example.com', 'gone@example.com', 'dispatch@example.com'];
  const shared = await startInProcess({ SMTP_URL: sink.url, MAIL_TO: to.join(', ') });
  sink.refuse('gone@example.com', 550);
  const { reference } = await (await shared.post({ ...exampleRequest, message: 'to three' })).json();
  await shared.logged('mail', { reference, outcome: 'accepted' });
  await shared.logged('mail', { reference, outcome: 'refused' });
  const mailed = () => sink.mails.filter(({ subject }) => subject?.includes(reference));
  await expect
    .poll(() =>
      mailed()
        .flatMap(({ envelope }) => envelope.to)
        .toSorted(),
    )
    .toEqual(['dispatch@example.com', 'owner@example.com']);
  for (const mail of mailed()) {
    expect(mail.to?.map(({ address }) => address)).toEqual(to);
  }
  expect(new Set(mailed().map(({ messageId }) => messageId)).size).toBe(1);
  expect(await (await fetch(`${shared.url}/healthz`)).json()).toMatchObject({ refused: 1 });
  await shared.stop();
});
