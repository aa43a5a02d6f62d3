import { getEventListeners, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailParts } from '../../tests/support/email-parts.ts';
import { type Behavior, type SmtpSink, startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { smtpTransport } from './smtp.ts';

const email = {
  parts: emailParts,
  reference: 'ABC234',
  from: 'website@example.com',
  to: ['owner@example.com'],
  bytes: Buffer.from(
    'Subject: x\r\nMessage-ID: <ABC234@example.com>\r\n\r\n.a line that begins with a dot\r\n',
  ),
};
const never = new AbortController().signal;

let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.stop());

const transportTo = (port: number, login?: { user: string; pass: string }) =>
  smtpTransport({ host: '127.0.0.1', port, secure: false, login });

test.each<[Behavior, string, number]>([
  ['accept', 'accepted', 1],
  ['refuse for now', 'deferred', 0],
  ['refuse for good', 'refused', 0],
  ['drop before DATA', 'unreachable', 0],
  ['drop after the final dot', 'ambiguous', 1],
])('when the server does "%s" the outcome is "%s"', async (behavior, outcome, arrived) => {
  sink.behave(behavior);
  const before = sink.mails.length;
  expect(await transportTo(sink.port).send(email, never)).toMatchObject({ outcome });
  expect(sink.mails.length - before).toBe(arrived);
});

test.each([
  [550, true],
  [452, false],
])('says which of several addresses is refused with %i, and whether for good', async (code, forGood) => {
  sink.behave('accept');
  sink.refuse('wrong@example.com', code);
  const to = ['owner@example.com', 'wrong@example.com', 'dispatch@example.com'];
  expect(await transportTo(sink.port).send({ ...email, to }, never)).toEqual({
    outcome: 'accepted',
    resultCode: '250',
    refused: [{ address: 'wrong@example.com', resultCode: String(code), forGood }],
  });
  expect(sink.mails.at(-1)?.envelope.to).toEqual(['owner@example.com', 'dispatch@example.com']);
});

test('when all addresses are refused, one of them for now, the email is deferred', async () => {
  sink.refuse('full@example.com', 452);
  sink.refuse('wrong@example.com', 550);
  const to = ['full@example.com', 'wrong@example.com'];
  expect(await transportTo(sink.port).send({ ...email, to }, never)).toMatchObject({ outcome: 'deferred' });
});

test("records the reply code, never the server's text", async () => {
  sink.behave('refuse for good');
  expect(await transportTo(sink.port).send(email, never)).toEqual({ outcome: 'refused', resultCode: '550' });
});

test('a server that goes silent after the final dot may have accepted the email', async () => {
  sink.behave('silent after the final dot');
  const giveUp = new AbortController();
  const attempt = transportTo(sink.port).send(email, giveUp.signal);
  await sink.received(sink.mails.length + 1);
  giveUp.abort();
  expect(await attempt).toEqual({ outcome: 'ambiguous', resultCode: 'AbortError' });
});

test('a server that never sends a greeting has not accepted it', async () => {
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const giveUp = new AbortController();
  const attempt = transportTo((mute.address() as AddressInfo).port).send(email, giveUp.signal);
  const [socket] = await once(mute, 'connection');
  giveUp.abort();
  expect(await attempt).toEqual({ outcome: 'unreachable', resultCode: 'AbortError' });
  socket.destroy();
  mute.close();
});

test('a port where nobody listens is unreachable', async () => {
  expect(await transportTo(9).send(email, never)).toMatchObject({ outcome: 'unreachable' });
});

test.each([
  ['right', 'accepted'],
  ['wrong', 'login refused'],
])('with the %s password the outcome is "%s"', async (pass, outcome) => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _, callback) =>
      password === 'right' ? callback(null, { user: 'u' }) : callback(new Error('Invalid')),
    onData: (stream, _, callback) => stream.resume().on('end', callback),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  expect(await transportTo(port, { user: 'u', pass }).send(email, never)).toMatchObject({ outcome });
  await new Promise<void>((resolve) => server.close(resolve));
});

test('an attempt leaves no listener behind', async () => {
  const { signal } = new AbortController();
  for (const behavior of ['accept', 'refuse for now', 'drop before DATA'] as const) {
    sink.behave(behavior);
    await transportTo(sink.port).send(email, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  }
});
