import dns from 'node:dns';
import { getEventListeners, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testCertificate } from '../../tests/support/certificate.ts';
import { emailParts } from '../../tests/support/email-parts.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../tests/support/scripted-smtp.ts';
import { type Behavior, type SmtpSink, startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { smtpTransport } from './smtp.ts';

const email = {
  parts: emailParts,
  reference: 'ABC234',
  from: 'website@example.com',
  bytes: Buffer.from(
    'Subject: x\r\nMessage-ID: <ABC234@example.com>\r\n\r\n.a line that begins with a dot\r\n',
  ),
};
const to = 'owner@example.com';
const never = new AbortController().signal;
const login = { user: 'u', pass: 'p' };
const minute = 60_000;

let sink: SmtpSink;
let scripted: ScriptedSmtp | undefined;

beforeEach(async () => {
  sink = await startSmtpSink();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await sink.stop();
  await scripted?.stop();
  scripted = undefined;
});

const transportTo = (port: number, changes: Partial<Parameters<typeof smtpTransport>[0]> = {}) =>
  smtpTransport({ host: '127.0.0.1', port, secure: false, login: undefined, ...changes }, undefined);

const sendTo = (port: number, changes = {}) => transportTo(port, changes).send(email, to, never);

async function startScripted(script: Parameters<typeof startScriptedSmtp>[0]) {
  scripted = await startScriptedSmtp(script);
  return scripted;
}

test.each<[Behavior, string, number]>([
  ['accept', 'accepted', 1],
  ['refuse for now', 'deferred', 0],
  ['refuse for good', 'refused', 0],
  ['drop before DATA', 'unreachable', 0],
  ['drop after the final dot', 'ambiguous', 1],
])('when the server does "%s" the outcome is "%s"', async (behavior, outcome, arrived) => {
  sink.behave(behavior);
  expect(await sendTo(sink.port)).toMatchObject({ outcome });
  expect(sink.mails.length).toBe(arrived);
});

test('sends to the one address, of whatever the email names', async () => {
  await transportTo(sink.port).send(email, 'dispatch@example.com', never);
  expect(sink.mails[0]?.envelope.to).toEqual(['dispatch@example.com']);
});

test("records the reply code, never the server's text", async () => {
  sink.behave('refuse for good');
  expect(await sendTo(sink.port)).toEqual({
    outcome: 'refused',
    resultCode: '550',
    cause: 'it does not take email for this address of MAIL_TO',
  });
});

/** A server that takes its time for one reply, by a clock that the test advances. */
async function waitFor(command: string, milliseconds: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = Promise.withResolvers<void>();
  const reply = Promise.withResolvers<undefined>();
  const { port, messages } = await startScripted({
    reply: (line) => {
      if (line.startsWith(command)) {
        asked.resolve();
        return reply.promise;
      }
      return undefined;
    },
  });
  const attempt = sendTo(port);
  await asked.promise;
  // The client's timer starts when it has written the command, before the server reads that.
  vi.advanceTimersByTime(milliseconds);
  await turn();
  reply.resolve(undefined);
  return { attempt: await attempt, messages };
}

test.each([
  ['EHLO', 4.9],
  ['MAIL', 4.9],
  ['RCPT', 4.9],
  ['DATA', 1.9],
  ['.', 9.9],
])('a reply to %s that takes %d minutes is waited for, as RFC 5321 demands', async (command, minutes) => {
  const { attempt, messages } = await waitFor(command, minutes * minute);
  expect(attempt).toMatchObject({ outcome: 'accepted' });
  expect(messages).toHaveLength(1);
});

test.each([
  ['EHLO', 5, 'unreachable'],
  ['MAIL', 12, 'unreachable'],
  ['DATA', 12, 'unreachable'],
  ['.', 10, 'ambiguous'],
])('a reply to %s is waited for no longer than %d minutes', async (command, minutes, outcome) => {
  const { attempt } = await waitFor(command, minutes * minute);
  expect(attempt).toMatchObject({ outcome, resultCode: 'ETIMEDOUT' });
});

test('a server that goes silent after the final dot may have accepted the email', async () => {
  sink.behave('silent after the final dot');
  const giveUp = new AbortController();
  const attempt = transportTo(sink.port).send(email, to, giveUp.signal);
  await sink.received(1);
  giveUp.abort();
  expect(await attempt).toEqual({ outcome: 'ambiguous', resultCode: 'AbortError' });
});

test('a server that never sends a greeting has not accepted it', async () => {
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const giveUp = new AbortController();
  const attempt = transportTo((mute.address() as AddressInfo).port).send(email, to, giveUp.signal);
  const [socket] = await once(mute, 'connection');
  giveUp.abort();
  expect(await attempt).toMatchObject({ outcome: 'unreachable', resultCode: 'AbortError' });
  socket.destroy();
  mute.close();
});

/** Not a name of loopback, to us, and yet this machine. */
const remote = '::ffff:127.0.0.1';

test('on loopback STARTTLS is used with any certificate, and the login with it', async () => {
  const { certificate: cert, key } = testCertificate();
  const { port, commands } = await startScripted({
    tls: { cert: readFileSync(cert), key: readFileSync(key) },
    offers: ['AUTH PLAIN'],
    reply: (command, isEncrypted) =>
      isEncrypted || /^(EHLO|STARTTLS|QUIT)/.test(command)
        ? undefined
        : '530 Must issue a STARTTLS command first',
  });
  expect(await sendTo(port, { login })).toMatchObject({ outcome: 'accepted' });
  expect(commands.indexOf('STARTTLS')).toBeLessThan(commands.findIndex((line) => line.startsWith('AUTH')));
});

test('on loopback a login needs no encryption where none is offered', async () => {
  const { port } = await startScripted({ offers: ['AUTH PLAIN'] });
  expect(await sendTo(port, { login })).toMatchObject({ outcome: 'accepted' });
});

test('elsewhere a password is only sent encrypted', async () => {
  const { port, commands } = await startScripted({
    offers: ['AUTH PLAIN'],
    reply: (command) => (command === 'STARTTLS' ? '502 Not implemented' : undefined),
    host: '127.0.0.1',
  });
  expect(await sendTo(port, { host: remote, login })).toMatchObject({
    outcome: 'unreachable',
    cause: 'it offers no encryption, without which no password is sent',
  });
  expect(commands.some((line) => line.startsWith('AUTH'))).toBe(false);
});

test.each([
  ['the host of SITE_URL', 'https://www.example.com', 'EHLO www.example.com'],
  ['not an address', 'https://192.0.2.7', expect.not.stringContaining('192.0.2.7')],
  ['not localhost', 'http://localhost:8080', expect.not.stringContaining('localhost')],
])('the name said to the server is %s', async (_, siteUrl, ehlo) => {
  const { port, commands } = await startScripted({});
  const server = { host: '127.0.0.1', port, secure: false, login: undefined };
  await smtpTransport(server, siteUrl).send(email, to, never);
  expect(commands[0]).toEqual(ehlo);
});

test.each([
  ['EHLO', '421-4.7.0 Try again later, closing connection. (EHLO)\n421 4.7.0 see answer 3221692'],
  ['EHLO', '501 Invalid domain name'],
  ['RCPT', '504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname'],
])('a server that refuses that name at %s has refused no email', async (command, answer) => {
  const { port } = await startScripted({
    reply: (line) =>
      line.startsWith(command) || (command === 'EHLO' && line.startsWith('HELO')) ? answer : undefined,
  });
  const server = { host: '127.0.0.1', port, secure: false, login: undefined };
  expect(await smtpTransport(server, 'https://www.example.com').send(email, to, never)).toMatchObject({
    outcome: 'unreachable',
    cause: 'it refuses the name www.example.com, which is the host of SITE_URL',
  });
});

test.each([
  ['454 4.7.0 Too many login attempts', 'it takes no login for now, perhaps after too many'],
  ['421 4.7.0 Too many failed login attempts', 'it takes no login for now, perhaps after too many'],
  ['535 5.7.8 Username and Password not accepted', 'it refused the user or the password'],
])('"%s" is a refused login', async (answer, cause) => {
  const { port } = await startScripted({
    offers: ['AUTH PLAIN'],
    reply: (command) => (command.startsWith('AUTH') ? answer : undefined),
  });
  expect(await sendTo(port, { login })).toEqual({
    outcome: 'login refused',
    resultCode: answer.slice(0, 3),
    cause,
  });
});

const unknownCertificate = 'its certificate is signed by nobody that this machine trusts';

test('says in words why there is no connection', async () => {
  const { certificate, key } = testCertificate();
  const tls = { cert: readFileSync(certificate), key: readFileSync(key) };
  const { port } = await startScripted({ tls });
  const causeOf = async (changes: object) => (await sendTo(port, changes)).cause;
  expect(await causeOf({ host: remote })).toBe(unknownCertificate);
  expect(await causeOf({ port: 9 })).toBe('nothing listens on its port');
  expect(await causeOf({ host: 'mail.invalid' })).toMatch(/its name is unknown|the name server/);
  expect(await causeOf({ secure: true })).toMatch(/does not begin with TLS/);
});

/** Answers as /etc/hosts and a name server do together. */
function resolveTo(...addresses: string[]): void {
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _: string,
    __: object,
    done: (...results: unknown[]) => void,
  ) => {
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  }) as never);
}

test('asks the system for the addresses each time, and tries them in turn', async () => {
  resolveTo('127.0.0.2', '127.0.0.1');
  expect(await sendTo(sink.port, { host: 'mail.example.com' })).toMatchObject({ outcome: 'accepted' });
  resolveTo('127.0.0.2');
  expect(await sendTo(sink.port, { host: 'mail.example.com' })).toMatchObject({ resultCode: 'ECONNREFUSED' });
  resolveTo('127.0.0.1');
  expect(await sendTo(sink.port, { host: 'mail.example.com' })).toMatchObject({ outcome: 'accepted' });
});

test('an attempt leaves no listener behind', async () => {
  const { signal } = new AbortController();
  for (const behavior of ['accept', 'refuse for now', 'drop before DATA'] as const) {
    sink.behave(behavior);
    await transportTo(sink.port).send(email, to, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  }
});
