import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { testCertificate } from '../../tests/support/certificate.ts';
import { claimedDelivery } from '../../tests/support/example-request.ts';
import { type SmtpSink, startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { minute } from '../clock.ts';
import type { AttemptResult } from '../queue/channel.ts';
import { classifySmtpError } from './classify-smtp-error.ts';
import { composeRequestEmail } from './request-email.ts';
import { createSmtpTransport } from './smtp.ts';

const addresses = { from: 'website@example.com', to: ['owner@example.com', 'dispatch@example.com'] };
const email = composeRequestEmail(claimedDelivery(), addresses, new Date());
const [to = ''] = addresses.to;
const neverAborts = new AbortController().signal;
const login = { user: 'u', pass: 'p' };

let server: SmtpSink;

afterEach(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

async function start(script: Parameters<typeof startSmtpSink>[0] = {}) {
  server = await startSmtpSink(script);
  return server;
}

function send(changes: object = {}, siteUrl?: string, signal = neverAborts): Promise<AttemptResult> {
  const settings = { host: '127.0.0.1', port: server.port, secure: false, login: undefined, ...changes };
  return createSmtpTransport(settings, siteUrl).send(email, to, signal);
}

const refusesName = 'it refuses the name www.example.com, which is the host of SITE_URL';
const tooManyLogins = 'it temporarily blocks logins, possibly after too many attempts';
const wrongLogin = 'it refused the username or the password';
const notThisAddress = 'it does not accept email for this address in MAIL_TO';
const notTheContents = 'it refused the contents';
const forNow = 'it refuses the email for now';
const full = 'the mailbox is full';
const lost = 'it closed the connection, and may have accepted the email';
const tryLater = '421-4.7.0 Try again later, closing connection. (EHLO)\n421 4.7.0 see answer 3221692';

// The result has the reply's code, never its text, which may quote the request.
test.each<{ at: string; answer: string | undefined; attempt: AttemptResult; arrived: number }>([
  { at: '.', answer: undefined, attempt: { outcome: 'accepted', resultCode: '250' }, arrived: 1 },
  {
    at: '.',
    answer: 'hang up',
    attempt: { outcome: 'ambiguous', resultCode: 'ECONNECTION', cause: lost },
    arrived: 1,
  },
  {
    at: 'DATA',
    answer: 'hang up',
    attempt: unreachable('ECONNECTION', 'it closed the connection'),
    arrived: 0,
  },
  {
    at: 'RCPT',
    answer: '451 Later',
    attempt: { outcome: 'deferred', resultCode: '451', cause: forNow },
    arrived: 0,
  },
  // A full mailbox is temporary, whatever the reply's first digit.
  {
    at: 'RCPT',
    answer: '550 User is over quota',
    attempt: { outcome: 'deferred', resultCode: '550', cause: full },
    arrived: 0,
  },
  {
    at: '.',
    answer: '554 5.2.2 mailbox full',
    attempt: { outcome: 'deferred', resultCode: '554', cause: full },
    arrived: 1,
  },
  {
    at: '.',
    answer: '550 5.7.1 quotation spam',
    attempt: { outcome: 'refused', resultCode: '550', cause: notTheContents },
    arrived: 1,
  },
  { at: 'MAIL', answer: '421 Closing', attempt: unreachable('421', 'it ended the connection'), arrived: 0 },
  {
    at: 'MAIL',
    answer: '530 Login first',
    attempt: unreachable('530', 'it requires encryption or a login'),
    arrived: 0,
  },
  {
    at: 'RCPT',
    answer: '550 Unknown',
    attempt: { outcome: 'refused', resultCode: '550', cause: notThisAddress },
    arrived: 0,
  },
  { at: 'EHLO', answer: tryLater, attempt: unreachable('421', refusesName), arrived: 0 },
  {
    at: 'RCPT',
    answer: '504 <localhost>: Helo command rejected',
    attempt: unreachable('504', refusesName),
    arrived: 0,
  },
  {
    at: 'STARTTLS',
    answer: '454 Not available',
    attempt: unreachable('454', 'it could not start encryption (STARTTLS)'),
    arrived: 0,
  },
  {
    at: 'AUTH',
    answer: '421 4.7.0 Too many failed login attempts',
    attempt: loginRefused('421', tooManyLogins),
    arrived: 0,
  },
  {
    at: 'AUTH',
    answer: '535 5.7.8 Username and Password not accepted',
    attempt: loginRefused('535', wrongLogin),
    arrived: 0,
  },
])(
  'when the server answers $at with "$answer", the outcome is $attempt',
  async ({ at, answer, attempt, arrived }) => {
    const { mails } = await start({
      offers: [at === 'STARTTLS' ? 'STARTTLS' : 'AUTH PLAIN'],
      reply: (command) => (command.replace(/^HELO/, 'EHLO').startsWith(at) ? answer : undefined),
    });
    const changes = at === 'AUTH' ? { login } : {};
    expect(await send(changes, 'https://www.example.com')).toEqual(attempt);
    expect(mails.map(({ envelope }) => envelope.to)).toEqual(Array(arrived).fill([to]));
  },
);

function unreachable(resultCode: string, cause: string): AttemptResult {
  return { outcome: 'unreachable', resultCode, cause };
}

function loginRefused(resultCode: string, cause: string): AttemptResult {
  return { outcome: 'login refused', resultCode, cause };
}

test("a greeting that refuses the connection doesn't refuse the email", () => {
  const refusal = { responseCode: 554, command: 'CONN' };
  expect(classifySmtpError(refusal, false)).toEqual(unreachable('554', 'it refuses this machine'));
});

test.each([
  { what: 'at its greeting', at: 'EHLO', outcome: 'unreachable' },
  { what: 'after the final dot', at: '.', outcome: 'ambiguous' },
])('an attempt can be aborted while the server is silent $what', async ({ at, outcome }) => {
  const giveUp = new AbortController();
  await start({
    reply: (command) => {
      if (!command.startsWith(at)) {
        return undefined;
      }
      giveUp.abort();
      return 'say nothing';
    },
  });
  expect(await send({}, undefined, giveUp.signal)).toMatchObject({ outcome, resultCode: 'AbortError' });
});

test('a server may take as long as RFC 5321 allows', async () => {
  await start();
  const replies = vi.spyOn(Socket.prototype, 'setTimeout');
  const greeting = vi.spyOn(globalThis, 'setTimeout');
  expect(await send()).toMatchObject({ outcome: 'accepted' });
  expect(replies).toHaveBeenCalledWith(10 * minute);
  expect(greeting).toHaveBeenCalledWith(expect.any(Function), 5 * minute);
});

/** An address of this machine that we don't recognize as loopback. */
const remote = '::ffff:127.0.0.1';

function testTls() {
  const { certificate, key } = testCertificate();
  return { cert: readFileSync(certificate), key: readFileSync(key) };
}

test('a login on loopback uses STARTTLS with any certificate', async () => {
  const { commands } = await start({
    tls: testTls(),
    offers: ['AUTH PLAIN'],
    reply: (command, isEncrypted) =>
      isEncrypted || /^(EHLO|STARTTLS|QUIT)/.test(command)
        ? undefined
        : '530 Must issue a STARTTLS command first',
  });
  expect(await send({ login })).toMatchObject({ outcome: 'accepted' });
  expect(commands.indexOf('STARTTLS')).toBeLessThan(commands.findIndex((line) => line.startsWith('AUTH')));
});

test('only a server on loopback gets an unencrypted login', async () => {
  const { commands } = await start({
    offers: ['AUTH PLAIN'],
    reply: (command) => (command === 'STARTTLS' ? '502 Not implemented' : undefined),
  });
  expect(await send({ host: remote, login })).toMatchObject({ outcome: 'unreachable' });
  expect(commands.some((line) => line.startsWith('AUTH'))).toBe(false);
  expect(await send({ login })).toMatchObject({ outcome: 'accepted' });
  expect(commands.some((line) => line.startsWith('AUTH'))).toBe(true);
});

test.each([
  { what: 'the host of SITE_URL', siteUrl: 'https://www.example.com', ehlo: 'EHLO www.example.com' },
  { what: 'not an address', siteUrl: 'https://192.0.2.7', ehlo: expect.not.stringContaining('192.0.2.7') },
  { what: 'not localhost', siteUrl: 'http://localhost:8080', ehlo: expect.not.stringContaining('localhost') },
])('the name in EHLO is $what', async ({ siteUrl, ehlo }) => {
  const { commands } = await start();
  await send({}, siteUrl);
  expect(commands[0]).toEqual(ehlo);
});

test.each<[object, RegExp]>([
  [{ host: remote }, /certificate is not signed by an authority that this machine trusts/],
  [{ port: 9 }, /^nothing listens on its port$/],
  [{ host: 'mail.invalid' }, /its name is unknown|the name server/],
  [{ secure: true }, /did not answer with TLS/],
])('explains why there is no connection: %o', async (changes, cause) => {
  await start({ tls: testTls() });
  expect((await send(changes)).cause).toMatch(cause);
});

test('each email tries all addresses that the system finds', async () => {
  await start();
  // Sends to a host that has these addresses in /etc/hosts and on the name server.
  const sendTo = (...found: string[]) => {
    const answers = found.map((address) => ({ address, family: 4 }));
    const lookup = (_: string, __: object, done: (...results: unknown[]) => void) => done(null, answers);
    vi.spyOn(dns, 'lookup').mockImplementation(lookup as never);
    return send({ host: 'mail.example.com' });
  };
  expect(await sendTo('127.0.0.2', '127.0.0.1')).toMatchObject({ outcome: 'accepted' });
  expect(await sendTo('127.0.0.2')).toMatchObject({ resultCode: 'ECONNREFUSED' });
  expect(await sendTo('127.0.0.1')).toMatchObject({ outcome: 'accepted' });
});
