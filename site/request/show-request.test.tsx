// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { words } from '../../content/words/index.ts';
import type { RequestStatus } from '../../contract/request-status.ts';
import { RequestPage } from './RequestPage.tsx';

const { requestStatus: text } = words.en;
const status: RequestStatus = {
  reference: '7KQ2MA',
  service: 'emergency',
  state: 'taken',
  receivedAt: '2026-11-28T08:06:00Z',
  taken: { at: '2026-11-28T08:14:00Z', by: 'Alex' },
  may: 'manage',
  now: '2026-11-28T08:15:00Z',
  askAgain: 30,
};

/** The codes of the endpoint's error responses, by HTTP status. */
const codes = { 404: 'not_found', 409: 'closed', 503: 'unavailable' };

type FakeResponse = RequestStatus | 304 | keyof typeof codes | 'offline' | 'a filter page';

/** Opens the page with a link. The endpoint returns these answers in turn, and then repeats the last one. */
async function open(...answers: FakeResponse[]) {
  const fetched = vi.fn(async (_url: string, _options: RequestInit) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === 'offline') {
      throw new TypeError('Failed to fetch');
    }
    if (answer === 'a filter page') {
      return new Response('<p>Blocked</p>', { status: 404 });
    }
    if (answer === 304) {
      return new Response(null, { status: answer });
    }
    return typeof answer === 'number'
      ? Response.json({ code: codes[answer] }, { status: answer })
      : Response.json(answer);
  });
  vi.stubGlobal('fetch', fetched);
  vi.resetModules();
  await import('./show-request.ts');
  await vi.advanceTimersByTimeAsync(0);
  return fetched;
}

const element = (id: string) => document.getElementById(id) as HTMLElement;
const press = async (id: string) => {
  element(id).click();
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  document.documentElement.dataset.language = 'en';
  document.body.innerHTML = renderToStaticMarkup(<RequestPage language="en" />);
  location.hash = '#7KQ2MAsecret';
  vi.spyOn(window, 'addEventListener');
  vi.spyOn(document, 'addEventListener');
});

afterEach(() => {
  vi.useRealTimers();
  // Without this, the page would react to the events of later tests, even in other files.
  for (const target of [window, document]) {
    for (const [type, listener] of vi.mocked(target.addEventListener).mock.calls) {
      target.removeEventListener(type, listener);
    }
  }
  vi.restoreAllMocks();
  location.hash = '';
});

test.each(['offline', 503] as const)(
  'without an earlier status, answer %s leaves only "Try now"',
  async (answer) => {
    const fetched = await open(answer);
    expect(element('sentence').textContent).toBe(text.sentence.unavailable);
    expect(element('history').hidden).toBe(false);
    expect(element('known').hidden).toBe(true);
    expect(element('try-now').closest('[hidden]')).toBeNull();
    await press('try-now');
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(element('action-result').textContent).toBe(text.noAnswer);
  },
);

test('a page from a filter or captive portal does not stop the page', async () => {
  const fetched = await open('a filter page', status);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(element('board').textContent).not.toBe(text.board.not_found.join('\n'));
});

test('the focus leaves "Try now" once the link turns out to be wrong', async () => {
  await open(503, 404);
  element('try-now').focus();
  await press('try-now');
  expect(element('sentence').textContent).toBe(text.sentence.not_found);
  expect(document.activeElement).toBe(element('sentence'));
  expect(element('action-result').textContent).toBe('');
});

test('offline, the page shows the last confirmed status with its time', async () => {
  await open({ ...status, askAgain: 60 }, 304, 'offline');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(element('sentence').textContent).toBe('We have your request. As of 2:16\u00a0AM: Alex has it.');
  expect(element('checked').textContent).toBe('Last updated at 2:16\u00a0AM.');
  expect(element('steps').closest('[hidden]')).toBeNull();
});

test('a refused action shows the new status', async () => {
  const fetched = await open({ ...status, state: 'canceled', restorableUntil: '2026-11-28T09:00:00Z' }, 409, {
    ...status,
    state: 'closed',
  });
  await press('still_needed');
  expect(fetched.mock.calls.map(([, { method }]) => method)).toEqual(['GET', 'POST', 'GET']);
  expect(element('sentence').textContent).toBe(text.sentence.closed);
  expect(element('action-result').textContent).toBe(text.tooLate);
});

test("a status that arrives after an action's response doesn't hide later changes", async () => {
  const canceled: RequestStatus = { ...status, state: 'canceled', restorableUntil: '2026-11-28T09:00:00Z' };
  const fetched = await open(canceled);
  const late = Promise.withResolvers<Response>();
  fetched.mockReturnValueOnce(late.promise);
  await vi.advanceTimersByTimeAsync(30_000);
  await press('still_needed');
  late.resolve(Response.json(canceled, { headers: { ETag: '"late"' } }));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fetched).toHaveBeenCalledTimes(4);
  // With the ETag of a status that was never shown, the endpoint could answer that nothing has changed.
  expect(fetched.mock.lastCall?.[1].headers).not.toHaveProperty('if-none-match');
});

test('a step on another day shows its date', async () => {
  await open({ ...status, receivedAt: '2026-11-27T08:06:00Z' });
  const [sent, taken] = element('steps').querySelectorAll('time');
  expect(sent?.textContent).toBe('Nov\u00a027, 2:06\u00a0AM');
  expect(taken?.textContent).toBe('2:14\u00a0AM');
});

test('a dialog with large text opens at its top', async () => {
  await open({ ...status, state: 'ringing' });
  const dialog = element('cancel-dialog') as HTMLDialogElement;
  dialog.showModal = vi.fn(() => {
    dialog.scrollTop = 300;
  });
  await press('cancel');
  expect(dialog.showModal).toHaveBeenCalled();
  expect(dialog.scrollTop).toBe(0);
});
