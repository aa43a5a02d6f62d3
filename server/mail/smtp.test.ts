import dns from 'node:dns';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testCertificate } from '../../tests/support/certificate.ts';
import { claimedDelivery } from '../../tests/support/example-request.ts';
import { type Behavior, type SmtpSink, startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { composeMessage } from './message.ts';
import { smtpTransport } from './smtp.ts';

const addresses = { from: 'website@example.com', to: ['owner@example.com', 'dispatch@example.com'] };
const email = composeMessage(claimedDelivery(), addresses, new Date());
const [to = ''] = addresses.to;
const never = new AbortController().signal;
const login = { user: 'u', pass: 'p' };
const minute = 60_000;

let sink: SmtpSink;
let scripted: SmtpSink | undefined;

beforeEach(async () => {
  sink = await startSmtpSink();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await sink.stop();
  await scripted?.stop();
  scripted = undefined;
});

function transportTo(port: number, changes: object = {}, siteUrl?: string) {
  return smtpTransport({ host: '127.0.0.1', port, secure: false, login: undefined, ...changes }, siteUrl);
}

const sendTo = (port: number, changes = {}, siteUrl?: string) =>
  transportTo(port, changes, siteUrl).send(email, to, never);

async function startScripted(script: Parameters<typeof startSmtpSink>[0]) {
  scripted = await startSmtpSink(script);
  return scripted;
}

test.each<[Behavior, object, number]>([
  ['accept', { outcome: 'accepted', resultCode: '250' }, 1],
  ['refuse for now', { outcome: 'deferred', resultCode: '451' }, 0],
  [
    'refuse for good',
    // The reply code, never the server's text.
    { outcome: 'refused', resultCode: '550', cause: 'it does not take email for this address of MAIL_TO' },
    0,
  ],
  [
    'drop before DATA',
    { outcome: 'unreachable', resultCode: 'ECONNECTION', cause: 'it closed the connection' },
    0,
  ],
  ['drop after the final dot', { outcome: 'ambiguous', resultCode: 'ECONNECTION' }, 1],
])('when the server does "%s" the outcome is %o', async (behavior, attempt, arrived) => {
  sink.behave(behavior);
  expect(await sendTo(sink.port)).toEqual(attempt);
  expect(sink.mails.map(({ envelope }) => envelope.to)).toEqual(arrived ? [[to]] : []);
});

test('a connection lost within the message has delivered nothing', async () => {
  const { port } = await startScripted({ reply: (command) => (command === 'DATA' ? 'hang up' : undefined) });
  expect(await sendTo(port)).toMatchObject({ outcome: 'unreachable' });
});

test('a server has five minutes for its greeting and ten for each reply, as RFC 5321 demands', async () => {
  const replies = vi.spyOn(Socket.prototype, 'setTimeout');
  const greeting = vi.spyOn(globalThis, 'setTimeout');
  expect(await sendTo(sink.port)).toMatchObject({ outcome: 'accepted' });
  expect(replies).toHaveBeenCalledWith(10 * minute);
  expect(greeting).toHaveBeenCalledWith(expect.any(Function), 5 * minute);
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

function testTls() {
  const { certificate, key } = testCertificate();
  return { cert: readFileSync(certificate), key: readFileSync(key) };
}

test('on loopback STARTTLS is used with any certificate, and the login with it', async () => {
  const { port, commands } = await startScripted({
    tls: testTls(),
    offers: ['AUTH PLAIN'],
    reply: (command, isEncrypted) =>
      isEncrypted || /^(EHLO|STARTTLS|QUIT)/.test(command)
        ? undefined
        : '530 Must issue a STARTTLS command first',
  });
  expect(await sendTo(port, { login })).toMatchObject({ outcome: 'accepted' });
  expect(commands.indexOf('STARTTLS')).toBeLessThan(commands.findIndex((line) => line.startsWith('AUTH')));
});

test('a login goes out unencrypted to loopback alone', async () => {
  const { port, commands } = await startScripted({
    offers: ['AUTH PLAIN'],
    reply: (command) => (command === 'STARTTLS' ? '502 Not implemented' : undefined),
  });
  expect(await sendTo(port, { host: remote, login })).toMatchObject({
    outcome: 'unreachable',
    cause: 'it does not begin encryption (STARTTLS)',
  });
  expect(commands.some((line) => line.startsWith('AUTH'))).toBe(false);
  expect(await sendTo(port, { login })).toMatchObject({ outcome: 'accepted' });
});

test.each([
  ['the host of SITE_URL', 'https://www.example.com', 'EHLO www.example.com'],
  ['not an address', 'https://192.0.2.7', expect.not.stringContaining('192.0.2.7')],
  ['not localhost', 'http://localhost:8080', expect.not.stringContaining('localhost')],
])('the name said to the server is %s', async (_, siteUrl, ehlo) => {
  const { port, commands } = await startScripted({});
  await sendTo(port, {}, siteUrl);
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
  expect(await sendTo(port, {}, 'https://www.example.com')).toMatchObject({
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
  const resultCode = answer.slice(0, 3);
  expect(await sendTo(port, { login })).toEqual({ outcome: 'login refused', resultCode, cause });
});

test('says in words why there is no connection', async () => {
  const { port } = await startScripted({ tls: testTls() });
  const causeOf = async (changes: object) => (await sendTo(port, changes)).cause;
  expect(await causeOf({ host: remote })).toMatch(/certificate is signed by nobody that this machine trusts/);
  expect(await causeOf({ port: 9 })).toBe('nothing listens on its port');
  expect(await causeOf({ host: 'mail.invalid' })).toMatch(/its name is unknown|the name server/);
  expect(await causeOf({ secure: true })).toMatch(/does not begin with TLS/);
});

/** Answers as /etc/hosts and a name server do together. */
function resolveTo(...addresses: string[]): void {
  const found = addresses.map((address) => ({ address, family: 4 }));
  const lookup = (_: string, __: object, done: (...results: unknown[]) => void) => done(null, found);
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as never);
}

test('asks the system for the addresses each time, and tries them in turn', async () => {
  resolveTo('127.0.0.2', '127.0.0.1');
  expect(await sendTo(sink.port, { host: 'mail.example.com' })).toMatchObject({ outcome: 'accepted' });
  resolveTo('127.0.0.2');
  expect(await sendTo(sink.port, { host: 'mail.example.com' })).toMatchObject({ resultCode: 'ECONNREFUSED' });
  resolveTo('127.0.0.1');
  expect(await sendTo(sink.port, { host: 'mail.example.com' })).toMatchObject({ outcome: 'accepted' });
});
