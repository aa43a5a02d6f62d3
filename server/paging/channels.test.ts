import { beforeEach, expect, test, vi } from 'vitest';
import { readSettings, SettingsError } from '../settings/settings.ts';
import type { AlarmRequest, PagingMessage } from './alarm.ts';
import { parseRecipients, readPaging } from './recipients.ts';
import { composeTextMessage } from './twilio.ts';

const neverAborts = new AbortController().signal;
const request: AlarmRequest = {
  reference: '7KQ2MA',
  service: 'EMERGENCY',
  tel: 'tel:8325550188',
  phone: '832-555-0188',
  place: 'Near Katy',
  message: "Truck won't start",
  takeUrl: 'https://diesel.example/dispatch#take=7KQ2MAabcdefghijklmnopqrstuv',
  takePostUrl: 'https://diesel.example/functions/v1/acknowledge',
  takeToken: '7KQ2MAabcdefghijklmnopqrstuv',
};
const alarm: PagingMessage = {
  id: '7KQ2MA-0',
  event: 'emergency',
  isUrgent: true,
  text: 'Zündung ❄️\nRef 7KQ2MA',
  requests: [request],
  waiting: 0,
  at: new Date('2026-11-30T12:00:00Z'),
};
const two: PagingMessage = { ...alarm, requests: [request, { ...request, reference: 'AAAAAA' }] };
const alert: PagingMessage = { ...alarm, isUrgent: false, requests: [] };

const key = 'a'.repeat(30);
const account = `AC${'0'.repeat(32)}`;
const json = { 'content-type': 'application/json' };

/**
 * The requests and responses of the webhook and of each service, from the documentation that its file links to. A field
 * that is "none" must be absent.
 */
const services = {
  ntfy: {
    url: 'ntfy://us%40er:p%3Ass@ntfy.sh/topic',
    name: 'ntfy.sh/topic',
    api: 'https://ntfy.sh/',
    headers: { authorization: `Basic ${btoa('us@er:p:ss')}`, ...json },
    body: {
      topic: 'topic',
      title: 'EMERGENCY',
      message: alarm.text,
      priority: 5,
      tags: ['rotating_light'],
      sequence_id: '7KQ2MA-0',
      click: request.takeUrl,
      actions: [
        { action: 'view', label: 'Call', url: 'tel:8325550188' },
        {
          action: 'http',
          label: "I'm taking it",
          method: 'POST',
          url: request.takePostUrl,
          headers: { 'Take-Token': request.takeToken, 'Take-Key': expect.stringMatching(/^[0-9a-f]{32}$/) },
          clear: true,
        },
      ],
    },
    success: [200, { id: 'hwQ2YpKdmg', time: 1_635_528_741, event: 'message', topic: 'topic' }],
    bodyForTwo: { actions: 'none', click: 'none' },
    bodyForAlert: { actions: 'none', priority: 3 },
  },
  pushover: {
    url: `pushover://${key}@uQiRzpo4${'b'.repeat(22)}`,
    name: 'pushover uQiRzpo4',
    api: 'https://api.pushover.net/1/messages.json',
    headers: json,
    body: {
      token: key,
      user: `uQiRzpo4${'b'.repeat(22)}`,
      message: alarm.text,
      priority: 2,
      retry: 180,
      expire: 540,
      url: request.takeUrl,
      url_title: "I'm taking it",
      tags: '7KQ2MA',
    },
    success: [200, { status: 1, request: '647d2300-702c-4b38-8b2f-d56326ae460b' }],
    bodyForTwo: { url: 'none', tags: 'none', priority: 2 },
    bodyForAlert: { url: 'none', priority: 0 },
  },
  twilio: {
    url: `twilio://${account}:t%2Fk@+17135550100/+17135550199`,
    name: '+17135550199',
    api: `https://api.twilio.com/2010-04-01/Accounts/${account}/Messages.json`,
    headers: { authorization: `Basic ${btoa(`${account}:t/k`)}` },
    body: {
      To: '+17135550199',
      From: '+17135550100',
      Body: `EMERGENCY 832-555-0188 Near Katy. Truck won't start. Ref 7KQ2MA. Taking it: ${request.takeUrl}`,
    },
    success: [201, { sid: `SM${'0'.repeat(32)}`, status: 'queued' }],
    bodyForTwo: { Body: 'EMERGENCY 832-555-0188 7KQ2MA; EMERGENCY 832-555-0188 AAAAAA' },
    bodyForAlert: { Body: 'Zundung Ref 7KQ2MA' },
  },
  webhook: {
    url: 'https://hooks.example.com/s3cret',
    name: expect.stringMatching(/^hooks\.example\.com [\da-f]{8}$/),
    api: 'https://hooks.example.com/s3cret',
    headers: { ...json, 'idempotency-key': '7KQ2MA-0' },
    body: {
      event: 'emergency',
      text: alarm.text,
      ...request,
      at: '2026-11-30T12:00:00.000Z',
      others: [],
      waiting: 0,
    },
    success: [202, {}],
    bodyForTwo: { others: [{ reference: 'AAAAAA' }] },
    bodyForAlert: { event: 'emergency', others: [] },
  },
};
const cases = Object.values(services);

/** The requests to the services. */
let sent: { url: string; headers: object; body: object }[];
/** Returns a service's response. */
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, { method, headers, body, redirect }: RequestInit) => {
    expect(method).toBe('POST');
    expect(redirect).toBe('manual');
    const fields = body instanceof URLSearchParams ? Object.fromEntries(body) : JSON.parse(String(body));
    sent.push({ url, headers: Object.fromEntries(new Headers(headers)), body: fields });
    return answer();
  });
});

const readRecipient = (url: string) => parseRecipients(url)?.find(() => true);
const send = (url: string, sentAlarm = alarm) => readRecipient(url)?.send(sentAlarm, neverAborts);

test.each(cases)(
  '$api gets the documented requests',
  async ({ url, name, api, headers, body, success, bodyForTwo, bodyForAlert }) => {
    const [status, responseBody] = success as [number, object];
    answer = () => Response.json(responseBody, { status });
    expect(await send(url)).toEqual({ outcome: 'accepted', resultCode: String(status) });
    await send(url, two);
    await send(url, alert);
    const [first, ...others] = sent;
    expect(first).toEqual({ url: api, headers, body });
    for (const [index, expected] of [bodyForTwo, bodyForAlert].entries()) {
      const absent = Object.entries(expected).filter(([, value]) => value === 'none');
      expect({ ...Object.fromEntries(absent), ...others[index]?.body }).toMatchObject(expected);
    }
    expect(readRecipient(url)?.name).toEqual(name);
  },
);

const { ntfy, pushover, twilio, webhook } = services;

test('a stop order ends the alarms at Pushover', async () => {
  answer = () => Response.json({ status: 1 });
  expect(await readRecipient(pushover.url)?.stopRepeating?.('7KQ2MA', neverAborts)).toMatchObject({
    outcome: 'accepted',
  });
  const url = 'https://api.pushover.net/1/receipts/cancel_by_tag/7KQ2MA.json';
  expect(sent).toMatchObject([{ url, body: { token: key } }]);
});

test('ntfy gets a token as the password', async () => {
  answer = () => Response.json({ id: 'x' });
  await send('ntfy://tk_01@ntfy.sh/topic');
  expect(sent).toMatchObject([{ headers: { authorization: `Basic ${btoa(':tk_01')}` } }]);
});

const place = 'https://maps.google.com/?q=29.81950,-95.37670';
const none = { phone: undefined, place: undefined, message: undefined };
test.each<{ what: string; changes: { [Name in keyof AlarmRequest]?: string | undefined }; expected: RegExp }>(
  [
    {
      what: 'is left out if details are off',
      changes: none,
      expected: /^EMERGENCY\. Ref 7KQ2MA\. Taking it: .+uv$/,
    },
    {
      what: 'loses characters that GSM lacks',
      changes: { message: 'Ñ ‘a’ 🚚 [x]' },
      expected: /Katy\. N 'a' {2}x\. Ref/,
    },
    {
      what: 'is cut before the place',
      changes: { place: 'P'.repeat(56) },
      expected: /^EMERGENCY 832-555-0188 P+\. Ref .+uv$/,
    },
    {
      what: 'may be empty',
      changes: { place, message: '', takeUrl: 'https:a' },
      expected: /q=29\.81950,-95\.37670\. Ref/,
    },
    {
      what: 'and a cut map link are left out',
      changes: { place: `${place}&z=${'1'.repeat(16)}` },
      expected: /^EMERGENCY 832-555-0188\. Ref 7KQ2MA\. Taking it: .+uv$/,
    },
    {
      what: 'remains if the link is too long',
      changes: { takeUrl: `https://${'d'.repeat(150)}` },
      expected: /^EMERGENCY 832-555-0188 Near Katy\. Truck won't start\. Ref 7KQ2MA$/,
    },
  ],
)("in a one-segment text message, the visitor's message $what", ({ changes, expected }) => {
  const text = composeTextMessage({ ...alarm, requests: [{ ...request, ...changes } as AlarmRequest] });
  expect(text).toMatch(expected);
  expect(text.length).toBeLessThanOrEqual(160);
});

test('a text message names up to three requests and counts the others', () => {
  const about = (number: number, changes: Partial<AlarmRequest> = {}): AlarmRequest => ({
    ...request,
    reference: `AAAAA${number}`,
    ...changes,
  });
  const more = ' and 995 more waiting';
  const three = composeTextMessage({ ...alarm, requests: [about(1), about(2), about(3)], waiting: 995 });
  const named = [1, 2, 3].map((number) => `EMERGENCY 832-555-0188 AAAAA${number}`);
  expect(three).toBe(`${named.join('; ')}${more}`);
  const long = { phone: 'call the gate '.repeat(5), service: 'Something with a long name' };
  const cut = composeTextMessage({
    ...alarm,
    requests: [about(1, long), about(2, long), about(3, long)],
    waiting: 995,
  });
  expect(cut).toMatch(/^(.+ AAAAA\d[; ]+){3}and 995 more waiting$/);
  expect(cut.length).toBeLessThanOrEqual(160);
  const one = composeTextMessage({ ...alarm, waiting: 995 });
  expect(one).toMatch(/^EMERGENCY 832-555-0188.* Ref 7KQ2MA.* and 995 more waiting$/);
  expect(one.length).toBeLessThanOrEqual(160);
});

test.each([ntfy, pushover])(
  '$name gets the number of waiting requests even in a long alarm',
  async (service) => {
    answer = () => Response.json({ id: 'x', status: 1 });
    const text = `${'long '.repeat(900)}\nand 37 more waiting`;
    await send(service.url, { ...two, text, waiting: 37 });
    const [{ body } = { body: {} }] = sent;
    const message = String(Object.values(body).find((value) => String(value).includes('long ')));
    expect(message).toMatch(/ and 37 more waiting$|\nand 37 more waiting$/);
    expect(message.length).toBeLessThanOrEqual(4_096);
  },
);

const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(4_096));
const endless = (status: number) => () => new Response(new ReadableStream({ pull }), { status });
const ended =
  (status: number, headers = {}) =>
  () =>
    new Response('<p>garbage', { status, headers });
const failing =
  (code: string): typeof answer =>
  () =>
    Promise.reject(new TypeError('fetch failed', { cause: { code } }));
const giveUp = (name: string) => () => Promise.reject(new DOMException('', name));

test.each<{ what: string; given: typeof answer; expected: object }>([
  {
    what: 'no connection',
    given: failing('ECONNREFUSED'),
    expected: { outcome: 'unreachable', resultCode: 'ECONNREFUSED' },
  },
  {
    what: 'an unknown name',
    given: failing('ENOTFOUND'),
    expected: { outcome: 'unreachable', cause: 'its name is unknown' },
  },
  {
    what: 'an answer without TLS',
    given: failing('ERR_SSL_WRONG_VERSION_NUMBER'),
    expected: { outcome: 'unreachable', cause: expect.stringContaining('it did not answer with TLS') },
  },
  {
    what: 'a failed TLS handshake',
    given: failing('ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE'),
    expected: { outcome: 'unreachable' },
  },
  {
    what: 'a lost connection',
    given: failing('UND_ERR_SOCKET'),
    expected: { outcome: 'ambiguous', resultCode: 'UND_ERR_SOCKET' },
  },
  {
    what: 'no answer in time',
    given: giveUp('TimeoutError'),
    expected: { outcome: 'ambiguous', resultCode: 'TimeoutError' },
  },
  {
    what: 'an abort by this server',
    given: giveUp('AbortError'),
    expected: { outcome: 'ambiguous', resultCode: 'AbortError' },
  },
  { what: 'a gateway timeout', given: ended(504), expected: { outcome: 'ambiguous', resultCode: '504' } },
  {
    what: 'a redirect',
    given: ended(302, { Location: '/' }),
    expected: { outcome: 'unreachable', resultCode: '302' },
  },
  { what: 'a request timeout', given: ended(408), expected: { outcome: 'unreachable', resultCode: '408' } },
  { what: 'an endless error', given: endless(500), expected: { outcome: 'unreachable', resultCode: '500' } },
  {
    what: 'too many requests',
    given: ended(429),
    expected: { outcome: 'unreachable', resultCode: '429', retryAfter: 60_000 },
  },
  {
    what: 'a refusal',
    given: ended(400),
    expected: { outcome: 'refused', resultCode: '400', cause: 'it refused the alarm' },
  },
  {
    what: 'an unknown login',
    given: ended(401),
    expected: { outcome: 'refused', cause: 'it refused the login in PAGE_URL' },
  },
  {
    what: 'an unknown address',
    given: ended(404),
    expected: { outcome: 'refused', cause: expect.stringContaining('PAGE_URL') },
  },
])('$what has the same outcome for every service', async ({ given, expected }) => {
  answer = given;
  for (const { url } of cases) {
    expect(await send(url)).toMatchObject({ cause: expect.stringMatching(/^[a-z]/), ...expected });
  }
});

test.each<[string, typeof answer]>([
  ['endless', endless(200)],
  ['garbled', ended(200)],
  ["another program's", () => Response.json({ error: 'no' })],
  ['empty', () => Response.json(null)],
])('after a 200 response that is %s, the recipient may ring', async (_, given) => {
  answer = given;
  for (const { url } of [ntfy, pushover, twilio]) {
    const cause = 'the response is not from the paging service: check the address in PAGE_URL';
    expect(await send(url)).toMatchObject({ outcome: 'ambiguous', resultCode: '200', cause });
  }
  // A webhook may return any body.
  expect(await send(webhook.url)).toMatchObject({ outcome: 'accepted' });
});

test("a response's whitespace doesn't matter", async () => {
  for (const [url, text] of [
    [ntfy.url, '{ "id" : "x" }'],
    [pushover.url, '{\n  "request": "r",\n  "status": 1\n}'],
    [twilio.url, '{"status": "queued", "sid": "SM1"}'],
  ] as const) {
    answer = () => new Response(text);
    expect(await send(url)).toMatchObject({ outcome: 'accepted' });
  }
});

const stopped = { code: 21610, message: 'Attempt to send to unsubscribed recipient', status: 400 };

test.each<[string, { url: string }, number, object, resultCode: string, cause: RegExp]>([
  ['Twilio', twilio, 400, stopped, '400 21610', /replied STOP/],
  ['Twilio', twilio, 401, { code: 20003 }, '401 20003', /SID and TOKEN/],
  ['Twilio', twilio, 400, { code: 30034 }, '400 30034', /refused the alarm/],
  ['Twilio', twilio, 400, { code: 'Ana 832-555-0188' }, '400', /refused the alarm/],
  ['Pushover', pushover, 400, { status: 0, user: 'invalid' }, '400 user', /USERKEY/],
  ['Pushover', pushover, 400, { status: 0, token: 'invalid' }, '400 token', /TOKEN/],
  ['ntfy', ntfy, 403, { code: 403 }, '403', /login/],
  ['ntfy', ntfy, 403, { code: 40301, http: 403, error: 'forbidden' }, '403 40301', /login/],
])("%s's reason for a refusal is in the result", async (_, { url }, status, body, resultCode, cause) => {
  answer = () => Response.json(body, { status });
  const expected = { outcome: 'refused', resultCode, cause: expect.stringMatching(cause) };
  expect(await send(url)).toEqual(expected);
});

const now = new Date('2026-11-30T12:00:00Z');
const inTenMinutes = 'Mon, 30 Nov 2026 12:10:00 GMT';

test.each<{ what: string; headers: object; retryAfter: number | undefined }>([
  { what: 'in seconds', headers: { 'Retry-After': '600' }, retryAfter: 600_000 },
  { what: 'as a date', headers: { 'Retry-After': inTenMinutes }, retryAfter: 600_000 },
  // Our clock may be wrong.
  {
    what: "as a date by the service's clock",
    headers: { 'Retry-After': inTenMinutes, Date: 'Mon, 30 Nov 2026 12:05:00 GMT' },
    retryAfter: 300_000,
  },
  { what: 'as a whole day', headers: { 'Retry-After': '86400' }, retryAfter: 900_000 },
  {
    what: 'as a date in the past',
    headers: { 'Retry-After': 'Mon, 30 Nov 2026 11:59:00 GMT' },
    retryAfter: undefined,
  },
  { what: 'as nonsense', headers: { 'Retry-After': 'soon' }, retryAfter: undefined },
  { what: 'in no header', headers: {}, retryAfter: undefined },
])('reads a time to retry that is given $what', async ({ headers, retryAfter }) => {
  vi.setSystemTime(now);
  answer = ended(503, headers);
  for (const { url } of cases) {
    expect(await send(url)).toMatchObject({ outcome: 'unreachable', retryAfter });
  }
  vi.useRealTimers();
});

test("a webhook's 2xx status counts even if its body stalls", async () => {
  const stalled = () => Promise.reject(new DOMException('', 'TimeoutError'));
  answer = () => new Response(new ReadableStream({ pull: stalled }, { highWaterMark: 0 }));
  expect(await send(webhook.url)).toMatchObject({ outcome: 'accepted', resultCode: '200' });
});

test('a hanging service times out after 20 seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  timeout.mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')));
  vi.unstubAllGlobals();
  expect(await send('https://127.0.0.1:9/')).toMatchObject({
    outcome: 'ambiguous',
    resultCode: 'TimeoutError',
  });
  expect(timeout).toHaveBeenCalledWith(20_000);
  timeout.mockRestore();
});

test.each([
  'ntfy://ntfy.sh',
  'ntfy://:tk_01@ntfy.sh/topic',
  'ntfy://ntfy.sh/a/b',
  'ntfy://u:50%25%FF@ntfy.sh/topic',
  twilio.url.replace('+', ''),
  twilio.url.replace('AC0', 'AC'),
  `pushover://${key}@short`,
  'http://hooks.example.com/s3cret',
  'https://u:p@hooks.example.com/',
  `${ntfy.url},${webhook.url}`,
])('the URL %s is refused', (text) => {
  expect(parseRecipients(text)).toBeUndefined();
});

test("the error about a wrong PAGE_URL doesn't print the URL", () => {
  const urls = 'ntfy://ntfy.sh/topic http://hooks.example.com/secret';
  const settings = readSettings({ SITE_URL: 'https://www.example.com', PAGE_URL: urls });
  expect(() => readPaging(settings)).toThrow(/^PAGE_URL cannot be used: it must be URLs(?!.*secret)/);
});

test.each([
  ['ntfy://ntfy.sh/topic', 'ntfy://s3cret@ntfy.sh/topic'],
  ['https://hooks.example.com/s3cret', 'https://hooks.example.com/s3cret'],
  [twilio.url, twilio.url.replace('AC0', 'AC1')],
  [`pushover://${key}@${key}`, `pushover://${'b'.repeat(30)}@${key}`],
])('PAGE_URL cannot have the same recipient twice: %s and %s', (first, third) => {
  const urls = `${first} ntfy://ntfy.sh/other ${third}`;
  const settings = readSettings({ SITE_URL: 'https://www.example.com', PAGE_URL: urls });
  const message = 'PAGE_URL cannot be used: addresses 1 and 3 are the same phone, so remove one of them';
  expect(() => readPaging(settings)).toThrow(new SettingsError(message));
});
