import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { mailWords, words } from '../../content/words/index.ts';
import { claimedDelivery, exampleRequest } from '../../tests/support/example-request.ts';
import { type MailApiSink, startMailApi } from '../../tests/support/mail-api.ts';
import { hour, minute } from '../clock.ts';
import type { AttemptResult } from '../queue/channel.ts';
import type { DeliveryWithRequest } from '../requests/request-channel.ts';
import { readSettings } from '../settings/settings.ts';
import { createEmailChannel } from './email-channel.ts';
import { classifyResponse, createMailApiTransport } from './mail-api.ts';
import type { Transport } from './transport.ts';

const { en } = words;

const settings = readSettings({ MAIL_FROM: 'website@example.net', MAIL_TO: 'owner@example.com' });
const neverAborts = new AbortController().signal;

let api: MailApiSink;
let transport: Transport;

beforeAll(async () => {
  api = await startMailApi();
  setDefaultCACertificates([...getCACertificates(), readFileSync(api.authority, 'utf8')]);
  transport = createMailApiTransport({ url: api.url, key: api.key });
});
afterAll(() => api.stop());

let claimed = claimedDelivery();

beforeEach(() => {
  api.behave('accept');
  const requestId = claimed.requestId + 1;
  claimed = claimedDelivery({ requestId, reference: `ABC${230 + requestId}` });
});

/** Tries to send the email `age` milliseconds after the request was received. */
function sendAfter(
  age: number,
  changes: Partial<DeliveryWithRequest> = {},
  { over = transport, signal = neverAborts } = {},
): Promise<AttemptResult> {
  const claimedAt = new Date(claimed.receivedAt.getTime() + age);
  return createEmailChannel(settings, () => undefined, over).send(
    { deliveries: [{ ...claimed, claimedAt, ...changes }], waiting: 0 },
    signal,
  );
}

test('each address gets its own complete email', async () => {
  for (const recipient of ['owner@example.com', 'dispatch@example.com']) {
    expect(await sendAfter(0, { recipient })).toEqual({ outcome: 'accepted', resultCode: '200' });
    expect(api.mails.at(-1)).toEqual({
      from: 'Website request <website@example.net>',
      to: [recipient],
      subject: `${en.form.services.fleet} · 512-555-0199 · English · ${claimed.reference}`,
      reply_to: exampleRequest.email,
      headers: { 'Auto-Submitted': 'auto-generated' },
      text: expect.stringContaining('Canary sings at <six> & "seven".'),
      html: expect.stringContaining('Canary sings at &lt;six&gt; &amp; &quot;seven&quot;.'),
    });
  }
});

test("a retry hours after a lost response doesn't send a second email", async () => {
  api.behave('lose the answer');
  const before = api.mails.length;
  expect(await sendAfter(0)).toMatchObject({ outcome: 'no answer' });
  api.behave('accept');
  expect(await sendAfter(3 * hour, { possibleDuplicate: true })).toMatchObject({ outcome: 'accepted' });
  expect(api.mails.length - before).toBe(1);
});

test.each(['the outbox', 'the timeout'])('%s aborts an endless response', async (by) => {
  api.behave('hang');
  const [timeLimit, outbox] = [new AbortController(), new AbortController()];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeLimit.signal);
  const attempt = sendAfter(0, {}, { signal: outbox.signal });
  expect(timeout).toHaveBeenCalledWith(60_000);
  await api.until(() => api.posts.at(-1)?.status === 'hung');
  (by === 'the timeout' ? timeLimit : outbox).abort();
  expect(await attempt).toMatchObject({ outcome: 'no answer', cause: expect.any(String) });
});

test("an unreachable service hasn't accepted the email", async () => {
  const nobody = createMailApiTransport({ url: 'https://127.0.0.1:2/emails', key: api.key });
  expect(await sendAfter(0, {}, { over: nobody })).toEqual({
    outcome: 'unreachable',
    resultCode: 'ECONNREFUSED',
    cause: 'nothing listens on its port',
  });
});

test('a busy service says when to try again', async () => {
  api.behave('take no more for ten minutes');
  expect(await sendAfter(0)).toMatchObject({ outcome: 'unreachable', retryAfter: 10 * minute });
});

test('an email that the owner sends again twice within an hour arrives twice', async () => {
  const before = api.mails.length;
  const accepted = { possibleDuplicate: true, lastResult: 'accepted 200' };
  for (const acceptedCount of [1, 2]) {
    await sendAfter(hour, { ...accepted, acceptedCount });
  }
  expect(api.mails.length - before).toBe(2);
});

test('an email that the owner sends again arrives once despite a lost response', async () => {
  const before = api.mails.length;
  api.behave('lose the answer');
  await sendAfter(hour, { possibleDuplicate: true, lastResult: 'accepted 200', acceptedCount: 1 });
  api.behave('accept');
  await sendAfter(hour, { possibleDuplicate: true, lastResult: 'ambiguous no answer', acceptedCount: 1 });
  expect(api.mails.length - before).toBe(1);
});

test.each([
  {
    what: 'after a day, when the service no longer deduplicates',
    time: 25 * hour,
    lastResult: 'no answer 409',
  },
  { what: 'that the owner asked for', time: hour, lastResult: 'accepted 200' },
])('a repeat $what is marked as a possible duplicate', async ({ time, lastResult }) => {
  await sendAfter(time, { possibleDuplicate: true, lastResult });
  expect(api.mails.at(-1)?.text).toContain(mailWords.possibleDuplicate);
});

test('an email has no link that takes its request', async () => {
  // A reply may quote the email to the visitor, who must not get such a link.
  const paged = readSettings({ SITE_URL: 'https://www.example.com', PAGE_URL: 'ntfy://tk_1@ntfy.sh/topic' });
  const message = { deliveries: [claimed], waiting: 0 } as const;
  await createEmailChannel({ ...settings, ...paged }, () => undefined, transport).send(message, neverAborts);
  const { text, html } = api.mails.at(-1) ?? {};
  expect(`${text} ${html}`).toContain(claimed.reference);
  expect(`${text} ${html}`).not.toContain(claimed.takeTokens.withDetails);
  expect(`${text} ${html}`).not.toContain('acknowledge');
});

test('an email with an unusable reply address still reaches the owner', async () => {
  api.behave('refuse to reply');
  expect(await sendAfter(0)).toMatchObject({ outcome: 'accepted' });
  expect(api.mails.at(-1)).not.toHaveProperty('reply_to');
  expect(api.mails.at(-1)?.text).toContain(exampleRequest.email);
});

const invalid = (field: string) => `Invalid \`${field}\` field. It needs to follow \`Name <a@b.example>\`.`;
const about = (field: string) => ({ name: 'validation_error', message: invalid(field) });

test("the cause of a refusal is the service's code, never its text", () => {
  const findCause = (answer: object) => classifyResponse(422, JSON.stringify(answer)).cause;
  expect(findCause({ name: 'invalid_parameter', message: 'Ana' })).toBe(
    'it refused this email (invalid_parameter)',
  );
  expect(findCause({ name: 'Ana, 832-555-0188' })).toBe('it refused this email');
});

test.each([
  { status: 200, answer: { id: '49a3999c' }, outcome: 'accepted' },
  { status: 200, answer: { error: 'upstream unavailable' }, outcome: 'no answer' },
  { status: 200, answer: '<html>Down for maintenance</html>', outcome: 'no answer' },
  { status: 202, answer: '', outcome: 'no answer' },
  { status: 401, answer: '', outcome: 'login refused' },
  { status: 403, answer: { name: 'invalid_api_key' }, outcome: 'login refused' },
  {
    status: 400,
    answer: { statusCode: 400, message: 'API key is invalid', name: 'validation_error' },
    outcome: 'login refused',
  },
  { status: 429, answer: { name: 'rate_limit_exceeded' }, outcome: 'unreachable' },
  { status: 500, answer: '', outcome: 'no answer' },
  { status: 409, answer: { name: 'concurrent_idempotent_requests' }, outcome: 'no answer' },
  { status: 413, answer: '', outcome: 'refused' },
  { status: 400, answer: about('subject'), outcome: 'refused' },
  // The service writes its keys in either order.
  {
    status: 422,
    answer: { statusCode: 422, name: 'validation_error', message: invalid('to') },
    outcome: 'refused',
  },
  {
    status: 422,
    answer: { statusCode: 422, message: invalid('to'), name: 'validation_error' },
    outcome: 'refused',
  },
  // The fault may be in this email alone, so it must not stop the others.
  { status: 422, answer: { name: 'invalid_parameter', message: 'Ana said "to"' }, outcome: 'deferred' },
  { status: 400, answer: '{"name":["validation_error"],"message":{}}', outcome: 'deferred' },
  // This email isn't at fault for something that every email has.
  { status: 422, answer: about('from'), outcome: 'unreachable' },
  {
    status: 422,
    answer: { name: 'invalid_from_address', message: '`from` needs to follow `to`' },
    outcome: 'unreachable',
  },
  { status: 301, answer: '', outcome: 'unreachable' },
  { status: 404, answer: 'null', outcome: 'unreachable' },
] as const)('a response of $status $answer is "$outcome"', ({ status, answer, outcome }) => {
  const attempt = classifyResponse(status, typeof answer === 'string' ? answer : JSON.stringify(answer));
  const cause = outcome === 'accepted' ? undefined : expect.stringMatching(/^[a-z]/);
  expect(attempt).toEqual({ outcome, resultCode: String(status), cause });
});

test.each([301, 307, 404, 405])('the cause of a %d response names the setting with the address', (status) => {
  expect(classifyResponse(status, '').cause).toContain('check MAIL_API_URL');
});
