/** The script of the driver's page, which asks for the status while the page is visible and shows it. */
import { type DriverAction, type RequestStatus, referenceLength } from '../../contract/request-status.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { describeStale, describeStatus } from './describe-status.ts';
import { createClockFormatter } from './format-clock.ts';
import { getElement } from './get-element.ts';
import { createRequestClient, type StatusResult } from './request-client.ts';
import { hideOwnToken, readToken, updateReceipt } from './request-token.ts';
import { fillSentence, joinBoardLines, type RequestWords, type TimeFormatter } from './request-words.ts';
import './skip-to-board.ts';
import { createStepElement } from './step-element.ts';

/** Seconds until the next poll after an unusable response. */
const retrySeconds = 10;

const client = createRequestClient();
const words = JSON.parse(getElement('request-words').textContent ?? '') as RequestWords & {
  phone: string;
  timeZone: string;
};
const clock = createClockFormatter({
  locale: `${document.documentElement.dataset.language}-US`,
  timeZone: words.timeZone,
  words,
});

const token = readToken();
interface KnownStatus {
  status: RequestStatus;
  /** When the status arrived, by the monotonic clock (`performance.now`). */
  arrivedAt: number;
  /** When the server last confirmed the status, by its clock. */
  checkedAt: number;
}
let lastStatus: KnownStatus | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let latestCall = 0;

if (token) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-keep-fragment]')) {
    // Read the fragment on click, because by then the URL usually has the view-only token.
    link.addEventListener('click', () => {
      link.hash = location.hash;
    });
  }
  getElement('try-now').addEventListener('click', tryNow);
  getElement('share').addEventListener('click', share);
  getElement('cancel').addEventListener('click', () => confirmAndSend('cancel'));
  getElement('erase').addEventListener('click', () => confirmAndSend('erase'));
  getElement('still_needed').addEventListener('click', () => refresh('still_needed'));
  document.addEventListener('visibilitychange', refreshFully);
  addEventListener('online', refreshFully);
  addEventListener('hashchange', () => location.reload());
  getElement('sentence').textContent = words.sentence.loading;
  getElement('no-request').hidden = true;
  refresh();
}

/** Gets the full status with the server's time, because the page's clock may have stopped while the phone slept. */
function refreshFully(): void {
  client.forget();
  refresh();
}

/**
 * Asks for the status or an action, shows the answer, and asks again later unless the link is wrong. While the page is
 * hidden, it sends actions but doesn't poll.
 */
async function refresh(action?: DriverAction['action']): Promise<void> {
  clearTimeout(timer);
  if (document.visibilityState === 'hidden' && !action) {
    return;
  }
  if (action) {
    getElement('action-result').textContent = '';
  }
  latestCall += 1;
  const call = latestCall;
  const result = await client.ask(token, action);
  // A later call, like a cancellation, has a newer answer. Don't keep the ETag of a status that isn't shown.
  if (call !== latestCall && !action) {
    client.forget();
    return;
  }
  show(result, action);
  clearTimeout(timer);
  if (result !== 'not_found') {
    const seconds = result === 'unavailable' ? retrySeconds : (lastStatus?.status.askAgain ?? retrySeconds);
    timer = setTimeout(refresh, seconds * 1_000);
  }
}

/** Asks again. If there is still no answer, says so, because nothing else would change on the screen. */
async function tryNow(): Promise<void> {
  getElement('action-result').textContent = '';
  await refresh();
  if (!getElement('try-now').hidden) {
    getElement('action-result').textContent = words.noAnswer;
  }
}

function show(result: StatusResult, action?: string): void {
  // Read the focus first, because browsers forget it once the element is hidden.
  const focused = document.activeElement;
  showResult(result, action);
  keepFocus(focused);
}

function showResult(result: StatusResult, action?: string): void {
  if (result === 'not_found') {
    showBoard(words.board.not_found, words.sentence.not_found);
    getElement('history').hidden = true;
    getElement('no-request').hidden = false;
    getElement('try-now').hidden = true;
    updateReceipt(token.slice(0, referenceLength), {});
    return;
  }
  if (result === 'unavailable') {
    if (action) {
      getElement('action-result').textContent = words.notDone;
    }
    showUnavailable();
    return;
  }
  const isTooLate = result !== 'unchanged' && result.isTooLate;
  getElement('action-result').textContent = isTooLate ? words.tooLate : '';
  if (result !== 'unchanged') {
    lastStatus = { status: result, arrivedAt: performance.now(), checkedAt: Date.parse(result.now) };
    if (result.shareToken) {
      hideOwnToken(token, result.shareToken);
    }
  } else if (lastStatus) {
    lastStatus.checkedAt = getServerNow(lastStatus);
  }
  if (lastStatus) {
    showStatus(lastStatus.status, lastStatus.checkedAt);
  }
}

/** Shows the last known status, or only that the page can't check. */
function showUnavailable(): void {
  getElement('history').hidden = false;
  getElement('known').hidden = !lastStatus;
  getElement('try-now').hidden = false;
  if (!lastStatus) {
    showBoard(words.board.unavailable, words.sentence.unavailable);
    return;
  }
  const { status, checkedAt: now } = lastStatus;
  const { board, sentence } = describeStale(status, { words, now, formatter: createTimeFormatter(now) });
  showBoard(board, sentence);
  getElement('checked').textContent = fillSentence(words.stale, { time: clock.formatInSentence(now) });
}

function showStatus(status: RequestStatus, now: number): void {
  const view = describeStatus(status, { words, now, formatter: createTimeFormatter(now) });
  showBoard(view.board, view.sentence);
  getElement('scene').dataset.scene = view.scene;
  const reference = getElement('reference');
  reference.textContent = status.reference;
  reference.parentElement?.toggleAttribute('data-known', true);
  showCallLink(status.reference);
  // Don't use `replaceChildren`, which Chrome 80 lacks.
  getElement('steps').textContent = '';
  getElement('steps').append(...view.steps.map(createStepElement));
  const checked = fillSentence(words.checked, { time: clock.formatInSentence(now, { hasSeconds: true }) });
  getElement('checked').textContent = view.isOpen ? `${checked} ${words.keepOpen}` : checked;
  getElement('note').textContent = view.note;
  updateReceipt(status.reference, view);
  getElement('history').hidden = false;
  getElement('known').hidden = false;
  getElement('try-now').hidden = true;
  getElement('share').hidden = !view.canShare;
  getElement('cancel').hidden = !view.canCancel;
  getElement('still_needed').hidden = !view.canUndoCancellation;
  getElement('erase').hidden = !view.canErase;
}

const createTimeFormatter = (now: number): TimeFormatter => ({
  format: (time) => clock.format(Date.parse(time), now),
  formatInSentence: (time) => clock.formatInSentence(Date.parse(time)),
});

/** Moves the focus if its element is hidden now. Otherwise, the keyboard would be at the top of the page. */
function keepFocus(focused: Element | null): void {
  if (focused?.closest('[hidden]')) {
    const sentence = getElement('sentence');
    sentence.tabIndex = -1;
    sentence.focus();
  }
}

/** Changes the board only if its text is different, because a screen reader announces each change. */
function showBoard(lines: readonly string[], sentence: string): void {
  const text = joinBoardLines(lines);
  const [shown] = getElement('board').children;
  if (shown && shown.textContent !== text) {
    replaceText(shown, text);
  }
  getElement('sentence').textContent = sentence;
}

function showCallLink(reference: string): void {
  const link = document.querySelector('[data-call]');
  const label = fillSentence(words.call, { reference });
  link?.setAttribute('aria-label', `${label} ${words.phone}`);
  const [shown] = link?.children ?? [];
  if (shown && shown.textContent !== label) {
    replaceText(shown, label);
  }
}

/** Replaces the element, because centered text that changes its length would count as a layout shift. */
function replaceText(shown: Element, text: string): void {
  const next = shown.cloneNode() as Element;
  next.textContent = text;
  shown.replaceWith(next);
}

/** Returns the server's time now, in milliseconds since 1970. */
function getServerNow({ status, arrivedAt }: KnownStatus): number {
  return Date.parse(status.now) + performance.now() - arrivedAt;
}

async function confirmAndSend(action: 'cancel' | 'erase'): Promise<void> {
  const dialog = getElement(`${action}-dialog`) as HTMLDialogElement;
  if (await askToConfirm(dialog, words[action])) {
    await refresh(action);
  }
}

/** Opens the phone's share sheet with the view-only link, or else copies or shows the link. */
async function share(): Promise<void> {
  const url = `${location.origin}${location.pathname}#${lastStatus?.status.shareToken ?? ''}`;
  try {
    if (navigator.share) {
      await navigator.share({ title: document.title, url });
    } else {
      await navigator.clipboard.writeText(url);
      getElement('action-result').textContent = words.copied;
    }
  } catch (error) {
    // Closing the share sheet isn't a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) {
      getElement('action-result').textContent = url;
    }
  }
}
