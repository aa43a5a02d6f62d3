import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Page, PagedRequest } from './page.ts';
import { readRecipients } from './recipients.ts';
import { textMessage } from './twilio.ts';

const never = new AbortController().signal;
const request: PagedRequest = {
  reference: '7KQ2MA',
  service: 'EMERGENCY',
  phone: '832-555-0188',
  call: 'tel:8325550188',
  place: 'Near Katy',
  message: "Truck won't start",
  acknowledgeUrl: 'https://diesel.example/functions/v1/acknowledge?token=7KQ2MAabc',
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
const alert: Page = { ...page, event: 'mail_late', isUrgent: false, requests: [] };

/** What was sent, and what is answered. */
let sent: { url: string; method: string | undefined; headers: Headers; body: unknown }[];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  sent = [];
  answer = () => new Response('{"id":"x1","status":1,"sid":"SM01"}');
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const isForm = init.body instanceof URLSearchParams;
    const body = isForm ? Object.fromEntries(init.body as URLSearchParams) : JSON.parse(String(init.body));
    sent.push({ url, method: init.method, headers: new Headers(init.headers), body });
    expect(init.redirect).toBe('manual');
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function send(url: string, what = page) {
  const [recipient] = readRecipients(url) ?? [];
  return recipient?.send(what, never);
}

const sid = `AC${'0'.repeat(32)}`;
const key = 'a'.repeat(30);
const user = `uQiRzpo4${'b'.repeat(22)}`;

test('ntfy is published to as JSON, with buttons that call and that take', async () => {
  expect(await send('ntfy://ntfy.sh/topic')).toEqual({ isAccepted: true, resultCode: '200' });
  const [{ url, method, headers, body } = { headers: new Headers() }] = sent;
  expect({ url, method, ...Object.fromEntries(headers) }).toEqual({
    url: 'https://ntfy.sh/',
    method: 'POST',
    'content-type': 'application/json',
  });
  expect(body).toEqual({
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
  });
});

test.each([
  ['ntfy://us%40er:p%3Ass@ntfy.sh/topic', `Basic ${btoa('us@er:p:ss')}`],
  ['ntfy://tk_01@ntfy.sh/topic', 'Bearer tk_01'],
])('%s logs in', async (url, authorization) => {
  await send(url);
  expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual([authorization]);
});

test('Twilio gets a form', async () => {
  await send(`twilio://${sid}:t%2Fk@+17135550100/+17135550199`);
  expect(sent).toMatchObject([
    {
      url: `https://api.twilio.com/2010-04-01/Accounts/${sid}/Messages.json`,
      method: 'POST',
      body: {
        To: '+17135550199',
        From: '+17135550100',
        Body: `EMERGENCY 832-555-0188 Near Katy. Truck won't start. Ref 7KQ2MA. Taking it: ${request.acknowledgeUrl}`,
      },
    },
  ]);
  expect(sent[0]?.headers.get('Authorization')).toBe(`Basic ${btoa(`${sid}:t/k`)}`);
});

test.each<[string, Partial<PagedRequest>, RegExp]>([
  [
    'is cut',
    { message: 'x'.repeat(60) },
    /^EMERGENCY 832-555-0188 Near Katy\. x+\.\.\. Ref|^EMERGENCY 832-555-0188 Near Katy\. x+\.\.\.\. Ref/,
  ],
  ['loses what GSM lacks', { message: 'Ñandú “roto” 🚚 [x]' }, /Ñandu "roto" {2}x\. Ref/],
  ['goes before the place', { place: 'P'.repeat(100) }, /^EMERGENCY 832-555-0188 P+\.\.\.\. Ref/],
  [
    'and the link before the number',
    { acknowledgeUrl: `https://${'h'.repeat(140)}` },
    /^EMERGENCY 832-555-0188 .*Ref 7KQ2MA$/,
  ],
])('in a text message of one segment the message %s', (_, changes, expected) => {
  const text = textMessage({ ...page, requests: [{ ...request, ...changes }] });
  expect(text).toMatch(expected);
  expect(text.length).toBeLessThanOrEqual(160);
});

test('Pushover repeats until somebody reacts, and is told when somebody has taken it', async () => {
  const url = `pushover://${key}@${user}`;
  await send(url);
  const [recipient] = readRecipients(url) ?? [];
  await recipient?.cancel?.('7KQ2MA', never);
  expect(sent.map((one) => [one.url, one.body])).toEqual([
    [
      'https://api.pushover.net/1/messages.json',
      {
        token: key,
        user,
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
    ['https://api.pushover.net/1/receipts/cancel_by_tag/7KQ2MA.json', { token: key }],
  ]);
});

test('anything else gets JSON', async () => {
  await send('https://hooks.example.com/s3cret', two);
  expect(sent[0]?.headers.get('Idempotency-Key')).toBe('7KQ2MA-0');
  expect(sent[0]?.body).toEqual({
    event: 'emergency',
    text: page.text,
    ...request,
    at: '2026-11-30T12:00:00.000Z',
    others: [{ ...request, reference: 'AAAAAA' }],
  });
});

test('a page about several requests has no button for one of them', async () => {
  await send('ntfy://ntfy.sh/topic', two);
  await send(`pushover://${key}@${user}`, two);
  await send(`twilio://${sid}:t@+17135550100/+17135550199`, two);
  expect(sent[0]?.body).not.toHaveProperty('actions');
  expect(sent[1]?.body).not.toHaveProperty('tags');
  expect(sent[2]?.body).toMatchObject({ Body: expect.stringContaining('Ref 7KQ2MA AAAAAA.') });
});

test('an alert rings nobody over and over', async () => {
  await send('ntfy://ntfy.sh/topic', alert);
  await send(`pushover://${key}@${user}`, alert);
  await send(`twilio://${sid}:t@+17135550100/+17135550199`, alert);
  expect(sent[0]?.body).toMatchObject({ priority: 3 });
  expect(sent[1]?.body).toMatchObject({ priority: 0 });
  expect(sent[2]?.body).toMatchObject({ Body: 'Zündung \nRef 7KQ2MA'.replace('\n', '') });
});

const endless = () =>
  new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(4_096)) }));

test.each<[string, () => Response | Promise<Response>, object]>([
  [
    'a redirect',
    () => new Response(null, { status: 302, headers: { Location: '/' } }),
    { resultCode: '302' },
  ],
  ['a refusal', () => new Response('{"errors":[]}', { status: 400 }), { resultCode: '400' }],
  [
    'too many requests',
    () => new Response('', { status: 429, headers: { 'Retry-After': '120' } }),
    { resultCode: '429', retryAfter: 120_000 },
  ],
  ["a proxy's page", () => new Response('<h1>Log in</h1>'), { resultCode: '200' }],
  ['an endless answer', endless, { resultCode: '200' }],
  [
    'no connection',
    () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })),
    { resultCode: 'ECONNREFUSED' },
  ],
])('%s accepts nothing', async (_, given, expected) => {
  answer = given;
  expect(await send('ntfy://ntfy.sh/topic')).toEqual({ isAccepted: false, ...expected });
});

test('a service that hangs is given up', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    expect(milliseconds).toBe(10_000);
    return AbortSignal.abort(new DOMException('', 'TimeoutError'));
  });
  vi.unstubAllGlobals();
  expect(await send('https://127.0.0.1:9/')).toEqual({ isAccepted: false, resultCode: 'TimeoutError' });
  vi.restoreAllMocks();
});

test.each([
  ['ntfy://ntfy.sh/topic', 'ntfy.sh/topic'],
  ['ntfy://u:p@ntfy.example:8443/a-b_c', 'ntfy.example:8443/a-b_c'],
  [`twilio://${sid}:t@+17135550100/+17135550199`, '+17135550199'],
  [`pushover://${key}@${user}`, 'pushover uQiRzpo4'],
  ['https://hooks.example.com/s3cret', 'hooks.example.com c2e8a0b4'],
])('the name of %s has no credentials', (url, name) => {
  const [recipient] = readRecipients(url) ?? [];
  expect(recipient?.name.replace(/ [\da-f]{8}$/, '')).toBe(name.replace(/ [\da-f]{8}$/, ''));
});

test.each([
  'ntfy.sh/topic',
  'ntfy://ntfy.sh',
  'ntfy://ntfy.sh/a/b',
  'ntfy://u:50%25%FF@ntfy.sh/topic',
  `twilio://${sid}:t@7135550100/+17135550199`,
  `twilio://AC1:t@+17135550100/+17135550199`,
  `twilio://${sid}@+17135550100/+17135550199`,
  `pushover://${key}@short`,
  'http://hooks.example.com/s3cret',
  'https://u:p@hooks.example.com/',
  'mailto:ana@example.com',
  'ntfy://ntfy.sh/topic ntfy://token@ntfy.sh/topic',
  'ntfy://ntfy.sh/topic,ntfy://ntfy.sh/other',
])('%s is refused', (text) => {
  expect(readRecipients(text)).toBeUndefined();
});
