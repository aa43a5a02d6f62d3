import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { mailWords } from '../../content/words/mail.ts';
import { exampleRequest } from '../support/example-request.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { type RunningServer, startServer } from '../support/start-server.ts';
import { tinySite } from '../support/tiny-site.ts';

let server: RunningServer;
let sink: SmtpSink;
const cwd = tinySite();

beforeAll(async () => {
  sink = await startSmtpSink();
  server = await startServer({
    cwd,
    env: {
      SMTP_URL: sink.url,
      MAIL_TO: 'owner@example.com',
      MAIL_FROM: 'website@example.net',
      TZ: 'Asia/Tokyo',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await sink.stop();
});

/** Posts, and gives the mail of the request as the owner's mail server got it. */
async function mailOf(changes: Partial<typeof exampleRequest>) {
  const { reference } = await (await server.post({ ...exampleRequest, ...changes })).json();
  await server.logged('mail', { reference, outcome: 'accepted' });
  const mail = sink.mails.find(({ subject }) => subject?.includes(reference));
  if (!mail) {
    throw new Error(`No mail names ${reference}.`);
  }
  return { reference: String(reference), mail };
}

test('a request arrives as one mail at the owner, from the website', async () => {
  const { mail, reference } = await mailOf({});
  expect(mail.envelope).toEqual({ from: 'website@example.net', to: ['owner@example.com'] });
  expect(mail.subject).toBe(`Fleet Maintenance · request ${reference}`);
  expect(mail.from).toMatchObject({ name: business.name, address: 'website@example.net' });
  expect(mail.to).toMatchObject([{ address: 'owner@example.com' }]);
  expect(mail.replyTo).toMatchObject([{ address: exampleRequest.email }]);
  expect(mail.messageId).toMatch(new RegExp(`^<${reference}\\.\\d+@example\\.net>$`));
});

test('only an emergency is in capitals', async () => {
  const { mail, reference } = await mailOf({ service: 'emergency' });
  expect(mail.subject).toBe(`EMERGENCY · request ${reference}`);
});

test('text and HTML say the same: name and phone first, then the message', async () => {
  const { mail, reference } = await mailOf({});
  expect(mail.text?.split('\n').slice(0, 2)).toEqual([
    'Canary Nightingale, (512) 555-0199',
    'tel:5125550199',
  ]);
  for (const fact of [exampleRequest.message, 'Fleet Maintenance', exampleRequest.email, reference]) {
    expect(mail.text).toContain(fact);
  }
  expect(mail.html).toContain('Canary Nightingale, <a class="call" href="tel:5125550199">(512) 555-0199</a>');
  expect(mail.html).toContain('Canary sings at &lt;six&gt; &amp; &quot;seven&quot;.');
  expect(mail.html).toContain(reference);
});

test('the number before an extension is what the mail dials', async () => {
  const { mail } = await mailOf({ phone: '713 555 0199 ext. 4' });
  expect(mail.text?.split('\n').slice(0, 2)).toEqual([
    'Canary Nightingale, 713 555 0199 ext. 4',
    'tel:7135550199',
  ]);
  expect(mail.html).toContain('<a class="call" href="tel:7135550199">713 555 0199 ext. 4</a>');
});

test('a phone that is no number is no link', async () => {
  const { mail } = await mailOf({ phone: 'ask for Bob' });
  expect(mail.text?.split('\n').slice(0, 2)).toEqual(['Canary Nightingale, ask for Bob', '']);
  expect(mail.html).not.toContain('tel:');
});

test('the time is that of Texas, wherever the server stands', async () => {
  const before = Date.now();
  const { mail } = await mailOf({});
  const said = /Received: (.+)/.exec(mail.text ?? '')?.[1] ?? '';
  expect(said).toMatch(/ C[DS]T$/);
  const offset = said.endsWith('CDT') ? '-05:00' : '-06:00';
  const [, date, hour] = /^\w+, (.+) at (.+) C[DS]T$/.exec(said) ?? [];
  const time = Date.parse(`${date} ${hour} GMT${offset}`);
  expect(Math.abs(time - before)).toBeLessThan(2 * 60_000);
});

test('what looks like headers in a message stays in the message', async () => {
  const { mail } = await mailOf({ message: 'x\r\nBcc: thief@example.com\r\n\r\nSubject: y\r\n.\r\nQUIT' });
  expect(mail.envelope.to).toEqual(['owner@example.com']);
  expect(mail.bcc ?? []).toEqual([]);
  expect(mail.text).toContain('Bcc: thief@example.com');
  expect(mail.text).toContain('\n.\nQUIT');
});

test.each(['name', 'phone', 'email'] as const)('a line end in the %s is refused', async (field) => {
  const response = await server.post({
    ...exampleRequest,
    [field]: 'x@example.com\r\nBcc: thief@example.com',
  });
  expect(response.status).toBe(422);
});

test.each(['a@example.com,thief@example.com', '"a, b"@example.com', 'A <a@example.com>', 'a@example.com(x)'])(
  'an address that could be read as another is refused: %s',
  async (email) => {
    expect((await server.post({ ...exampleRequest, email })).status).toBe(422);
  },
);

test('a text that would run backwards runs forwards', async () => {
  const { mail } = await mailOf({
    name: 'Ann \u202egnissecorp\u202c',
    message: 'pay \u2066\u202e0001\u2069',
  });
  expect(mail.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(mail.html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});

test('letters of other alphabets arrive as they were typed', async () => {
  const { mail } = await mailOf({ name: 'José Ñandú 王', message: 'Motor rojo 🚛' });
  expect(mail.text).toContain('José Ñandú 王');
  expect(mail.html).toContain('Motor rojo 🚛');
});

test('without SMTP_URL the mail is a file, the log says so, and it is sent once there is a server', async () => {
  const first = await startServer({ cwd });
  await first.logged('mail is only written to files, because SMTP_URL is not set');
  const { reference } = await (await first.post({ ...exampleRequest, message: 'filed' })).json();
  await first.logged('mail', { reference, outcome: 'filed' });
  const file = join(first.dataDir, 'mail', `${reference}.eml`);
  expect((await PostalMime.parse(readFileSync(file))).subject).toContain(reference);
  expect(existsSync(`${file}.part`)).toBe(false);
  await first.stop();

  const second = await startServer({ cwd, dataDir: first.dataDir, env: { SMTP_URL: sink.url } });
  await second.logged('mail', { reference, outcome: 'accepted' });
  expect(sink.mails.at(-1)).toMatchObject({ to: [{ address: business.email }] });
  expect(sink.mails.at(-1)?.text).not.toContain('may have reached you before');
  await second.stop();
});

test('a line that breaks after the final dot brings the mail again, marked, with the same Message-ID', async () => {
  sink.behave('drop after the final dot');
  const { reference } = await (await server.post({ ...exampleRequest, message: 'repeated' })).json();
  await server.logged('mail', { reference, outcome: 'ambiguous' });
  sink.behave('accept');
  await server.logged('mail', { reference, outcome: 'accepted' });
  const [first, second, ...others] = sink.mails.filter(({ subject }) => subject?.includes(reference));
  expect(second?.messageId).toBe(first?.messageId);
  expect(first?.text).not.toContain(mailWords.possibleRepeat);
  expect(second?.text).toContain(mailWords.possibleRepeat);
  expect(second?.html).toContain(mailWords.possibleRepeat);
  expect(others).toEqual([]);
});

test('no field of a visitor is in the log', async () => {
  await mailOf({});
  await server.post({ ...exampleRequest, email: 'canary' });
  await server.post(`${exampleRequest.name}`);
  await fetch(`${server.url}/?name=Canary`);
  const log = JSON.stringify(server.log);
  for (const canary of [/canary/i, /nightingale/i, /555-?0199/, /trucks/]) {
    expect(log).not.toMatch(canary);
  }
});
