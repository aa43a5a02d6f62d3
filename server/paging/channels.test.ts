import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Page, PagedRequest } from './page.ts';
import { readRecipients } from './recipients.ts';
import { textMessage } from './twilio.ts';

const never = new AbortController().signal;
const request: PagedRequest = {
  reference: '7KQ2MA',
  service: 'EMERGENCY',
  phone: '832-555-0188',
  place: 'Near Katy',
  message: "Truck won't start",
  acknowledgeUrl: 'https://diesel.example/functions/v1/acknowledge?token=7KQ2MAabcdefghijklmnopqrstuv',
};
const page: Page = {
  id: '7KQ2MA-0',
  event: 'emergency',
  isUrgent: true,
  title: 'EMERGENCY 832-555-0188 Near Katy',
  text: 'Zündung ❄️\nRef 7KQ2MA',
  requests: [request],
  at: new Date('2026-11-30T12:00:00Z'),
};
const two: Page = { ...page, requests: [request, { ...request, reference: 'AAAAAA' }] };
const alert: Page = { ...page, isUrgent: false, requests: [] };

const key = 'a'.repeat(30);
const urls = {
  ntfy: 'ntfy://us%40er:p%3Ass@ntfy.sh/topic',
  pushover: `pushover://${key}@uQiRzpo4${'b'.repeat(22)}`,
  twilio: `twilio://AC${'0'.repeat(32)}:t%2Fk@+17135550100/+17135550199`,
  webhook: 'https://hooks.example.com/s3cret',
};

/** What was sent, and what is answered. */
let sent: { url: string; headers: Headers; body: object }[];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  sent = [];
  answer = () => new Response();
  vi.stubGlobal('fetch', async (url: string, { method, headers, body, redirect }: RequestInit) => {
    expect([method, redirect]).toEqual(['POST', 'manual']);
    const isForm = body instanceof URLSearchParams;
    const fields = isForm ? Object.fromEntries(body) : JSON.parse(String(body));
    sent.push({ url, headers: new Headers(headers), body: fields });
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const recipientOf = (url: string) => readRecipients(url)?.find(() => true);
const send = (url: string, what = page) => recipientOf(url)?.send(what, never);

// The links are in the files of the services.
test.each<[string, string, object, object]>([
  [
    urls.ntfy,
    'https://ntfy.sh/',
    { authorization: `Basic ${btoa('us@er:p:ss')}`, 'content-type': 'application/json' },
    {
      topic: 'topic',
      title: page.title,
      message: page.text,
      priority: 5,
      tags: ['rotating_light'],
      sequence_id: '7KQ2MA-0',
      click: request.acknowledgeUrl,
      actions: [
        { action: 'view', label: 'Call', url: 'tel:8325550188' },
        { action: 'http', label: "I'm taking it", method: 'POST', url: request.acknowledgeUrl, clear: true },
      ],
    },
  ],
  [
    urls.pushover,
    'https://api.pushover.net/1/messages.json',
    { 'content-type': 'application/json' },
    {
      token: key,
      user: `uQiRzpo4${'b'.repeat(22)}`,
      title: page.title,
      message: page.text,
      timestamp: 1_796_040_000,
      priority: 2,
      retry: 180,
      expire: 540,
      url: request.acknowledgeUrl,
      url_title: "I'm taking it",
      tags: '7KQ2MA',
    },
  ],
  [
    urls.twilio,
    `https://api.twilio.com/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages.json`,
    { authorization: `Basic ${btoa(`AC${'0'.repeat(32)}:t/k`)}` },
    {
      To: '+17135550199',
      From: '+17135550100',
      Body: `EMERGENCY 832-555-0188 Near Katy. Truck won't start. Ref 7KQ2MA. Taking it: ${request.acknowledgeUrl}`,
    },
  ],
  [
    urls.webhook,
    'https://hooks.example.com/s3cret',
    { 'content-type': 'application/json', 'idempotency-key': '7KQ2MA-0' },
    { event: 'emergency', text: page.text, ...request, at: '2026-11-30T12:00:00.000Z', others: [] },
  ],
])('%s gets what its documentation says', async (url, api, headers, body) => {
  expect(await send(url)).toMatchObject({ isAccepted: true, resultCode: '200' });
  expect(sent.map((one) => ({ ...one, headers: Object.fromEntries(one.headers) }))).toEqual([
    { url: api, headers, body },
  ]);
});

test('Pushover is told when somebody has taken it', async () => {
  await recipientOf(urls.pushover)?.cancel?.('7KQ2MA', never);
  const url = 'https://api.pushover.net/1/receipts/cancel_by_tag/7KQ2MA.json';
  expect(sent).toMatchObject([{ url, body: { token: key } }]);
});

test('a token of ntfy is its login', async () => {
  await send('ntfy://tk_01@ntfy.sh/topic');
  expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer tk_01']);
});

test.each<[keyof typeof urls, object, object]>([
  ['ntfy', { actions: 'none' }, { actions: 'none', priority: 3 }],
  ['pushover', { url: 'none', priority: 2 }, { url: 'none', priority: 0 }],
  ['twilio', { Body: expect.stringMatching(/Ref 7KQ2MA AAAAAA$/) }, { Body: 'Zundung Ref 7KQ2MA' }],
  ['webhook', { others: [{ reference: 'AAAAAA' }] }, { event: 'emergency', others: [] }],
])(
  '%s has no button for one of several requests, and rings once for an alert',
  async (name, several, once) => {
    await send(urls[name], two);
    await send(urls[name], alert);
    expect(sent.map(({ body }) => ({ actions: 'none', url: 'none', ...body }))).toMatchObject([
      several,
      once,
    ]);
  },
);

test.each<[string, Partial<PagedRequest>, RegExp]>([
  [
    'is cut',
    { message: 'x'.repeat(60) },
    /^EMERGENCY 832-555-0188 Near Katy\. x+\. Ref 7KQ2MA\. Taking it: \S+v$/,
  ],
  ['loses what GSM lacks', { message: 'Ñ ‘a’ 🚚 [x]' }, /Katy\. N 'a' {2}x\. Ref/],
  [
    'is cut before the number',
    { place: 'P'.repeat(40) },
    /^EMERGENCY 832-555-0188 P+\. Ref 7KQ2MA\. Taking it: \S+v$/,
  ],
])('in a text message of one segment the message %s', (_, changes, expected) => {
  const text = textMessage({ ...page, requests: [{ ...request, ...changes }] });
  expect(text).toMatch(expected);
  expect(text.length).toBeLessThanOrEqual(160);
});

const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(4_096));
const failure = (status: number, headers = {}) => new Response('{"errors":[]}', { status, headers });

test.each<[string, () => Response | Promise<Response>, object]>([
  ['a redirect', () => failure(302, { Location: '/' }), { resultCode: '302' }],
  ['a refusal', () => failure(400), { resultCode: '400' }],
  ['too many', () => failure(429, { 'Retry-After': '120' }), { resultCode: '429', retryAfter: 120_000 }],
  [
    'an endless error',
    () => new Response(new ReadableStream({ pull }), { status: 500 }),
    { resultCode: '500' },
  ],
  [
    'no connection',
    () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })),
    { resultCode: 'ECONNREFUSED' },
  ],
])('%s accepts nothing', async (_, given, expected) => {
  answer = given;
  expect(await send(urls.ntfy)).toEqual({ isAccepted: false, ...expected });
});

test('a service that hangs is given up', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  timeout.mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')));
  vi.unstubAllGlobals();
  expect(await send('https://127.0.0.1:9/')).toEqual({ isAccepted: false, resultCode: 'TimeoutError' });
  expect(timeout).toHaveBeenCalledWith(10_000);
  timeout.mockRestore();
});

test.each([
  [urls.ntfy, /^ntfy\.sh\/topic$/],
  [urls.twilio, /^\+17135550199$/],
  [urls.pushover, /^pushover uQiRzpo4$/],
  [urls.webhook, /^hooks\.example\.com [\da-f]{8}$/],
])('the name of %s has no credentials', (url, name) => {
  expect(recipientOf(url)?.name).toMatch(name);
});

test.each([
  'ntfy.sh/topic',
  'ntfy://ntfy.sh',
  'ntfy://ntfy.sh/a/b',
  'ntfy://u:50%25%FF@ntfy.sh/topic',
  urls.twilio.replace('+', ''),
  urls.twilio.replace('AC0', 'AC'),
  urls.twilio.replace(':t%2Fk', ''),
  `pushover://${key}@short`,
  'http://hooks.example.com/s3cret',
  'https://u:p@hooks.example.com/',
  'mailto:ana@example.com',
  `${urls.ntfy},${urls.webhook}`,
])('%s is refused', (text) => {
  expect(readRecipients(text)).toBeUndefined();
});
