/** The script of the page "Your request": asks how the request stands while the page is visible, and shows it. */
import type { DriverAction, RequestStatus } from '../../contract/request-status.ts';
import { boardText, describeStatus, fill, type RequestWords, type Step } from './describe-status.ts';
import { type Answer, createRequestClient } from './request-client.ts';
import { hideOwnToken, readToken } from './request-token.ts';

/** Seconds between questions while the function doesn't answer. */
const retrySeconds = 10;

const client = createRequestClient();
const words = JSON.parse(element('request-words').textContent ?? '') as RequestWords & {
  phone: string;
  timeZone: string;
};
const locale = `${document.documentElement.dataset.language}-US`;

const token = readToken();
/** The last status, and when it arrived by the page's own clock, which nobody sets. */
let known: { status: RequestStatus; arrived: number } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

if (token) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-keep-fragment]')) {
    // Read when pressed: by then the address has the token that can only look.
    link.addEventListener('click', () => {
      link.hash = location.hash;
    });
  }
  element('try-now').addEventListener('click', () => refresh());
  element('share').addEventListener('click', share);
  element('cancel').addEventListener('click', () => confirmAndSend('cancel'));
  element('erase').addEventListener('click', () => confirmAndSend('erase'));
  element('still_needed').addEventListener('click', () => refresh('still_needed'));
  document.addEventListener('visibilitychange', refreshAnew);
  addEventListener('online', refreshAnew);
  addEventListener('hashchange', () => location.reload());
  refresh();
}

/** A phone that slept may have stopped the page's clock: the whole status brings the server's. */
function refreshAnew(): void {
  client.forget();
  refresh();
}

/** Asks, or carries out an action, shows the answer, and asks again later. A hidden page asks nothing. */
async function refresh(action?: DriverAction['action']): Promise<void> {
  clearTimeout(timer);
  if (document.visibilityState === 'hidden' && !action) {
    return;
  }
  element('action-result').textContent = '';
  const answer = await client.ask(token, action);
  show(answer, action);
  clearTimeout(timer);
  if (answer !== 'not_found') {
    const seconds = answer === 'unavailable' ? retrySeconds : (known?.status.askAgain ?? retrySeconds);
    timer = setTimeout(refresh, seconds * 1_000);
  }
}

function show(answer: Answer, action?: string): void {
  if (answer === 'unavailable' && action) {
    element('action-result').textContent = words.notDone;
  }
  if (answer === 'not_found' || answer === 'unavailable') {
    showBoard(words.board[answer], words.sentence[answer]);
    element('checked').textContent = known ? fill(words.stale, { time: atTime(clock(serverNow(0))) }) : '';
    element('try-now').hidden = answer === 'not_found';
    element('history').hidden = answer === 'not_found' || !known;
    return;
  }
  if (answer !== 'unchanged') {
    known = { status: answer, arrived: performance.now() };
    if (answer.shareToken) {
      hideOwnToken(token, answer.shareToken);
    }
  }
  if (known) {
    showStatus(known.status);
  }
}

function showStatus(status: RequestStatus): void {
  // Read first: browsers forget it once the element is hidden.
  const focused = document.activeElement;
  const view = describeStatus(status, {
    words,
    now: serverNow(),
    printTime: (time, isAt) => (isAt ? atTime : String)(clock(Date.parse(time))),
  });
  showBoard(view.board, view.sentence);
  element('reference').textContent = status.reference;
  showCallLink(status.reference);
  // Chrome 80 has no `replaceChildren`.
  element('steps').textContent = '';
  element('steps').append(...view.steps.map(stepElement));
  const checked = fill(words.checked, { time: atTime(clock(serverNow(), true)) });
  element('checked').textContent = view.isOpen ? `${checked} ${words.keepOpen}` : checked;
  element('history').hidden = false;
  element('try-now').hidden = true;
  element('share').hidden = !view.canShare;
  element('shared-note').hidden = !view.canShare;
  element('cancel').hidden = !view.canCancel;
  element('still_needed').hidden = !view.canRestore;
  element('erase').hidden = !view.canErase;
  keepFocus(focused);
}

/** A pressed button that is hidden now would leave the keyboard at the top of the page. */
function keepFocus(focused: Element | null): void {
  if (focused?.closest('[hidden]')) {
    const sentence = element('sentence');
    sentence.tabIndex = -1;
    sentence.focus();
  }
}

/** Changes the board only if it says something else: a screen reader speaks each change. */
function showBoard(lines: readonly string[], sentence: string): void {
  const text = boardText(lines);
  const [shown] = element('board').children;
  if (shown && shown.textContent !== text) {
    shown.textContent = text;
  }
  element('sentence').textContent = sentence;
}

function showCallLink(reference: string): void {
  const link = document.querySelector('[data-call]');
  const label = fill(words.call, { reference });
  link?.setAttribute('aria-label', `${label} ${words.phone}`);
  const [shown] = link?.children ?? [];
  if (shown) {
    shown.textContent = label;
  }
}

function stepElement({ name, at, detail, kind }: Step): HTMLLIElement {
  const item = document.createElement('li');
  item.dataset.kind = kind;
  if (kind === 'now') {
    item.setAttribute('aria-current', 'step');
  }
  const parts = [
    ['b', name],
    ['time', at],
    ['p', detail],
  ] as const;
  for (const [tag, text] of parts) {
    if (text) {
      const part = document.createElement(tag);
      part.textContent = text;
      item.append(part, ' ');
    }
  }
  return item;
}

/** The server's time now, in milliseconds since 1970, or when the last status arrived. */
function serverNow(elapsed = performance.now() - (known?.arrived ?? 0)): number {
  return known ? Date.parse(known.status.now) + elapsed : Date.now();
}

/** A clock time as it stands within a sentence. */
function atTime(time: string): string {
  return fill(/^1\D/.test(time) ? words.atTime.one : words.atTime.other, { time });
}

function clock(time: number, hasSeconds = false): string {
  const seconds = hasSeconds ? { second: '2-digit' as const } : {};
  const options = { hour: 'numeric', minute: '2-digit', timeZone: words.timeZone, ...seconds } as const;
  // A time never breaks between two lines.
  return new Intl.DateTimeFormat(locale, options).format(time).replace(/\s/g, '\u00a0');
}

async function confirmAndSend(action: 'cancel' | 'erase'): Promise<void> {
  const dialog = element(`${action}-dialog`) as HTMLDialogElement;
  if (await isConfirmed(dialog, words[action])) {
    await refresh(action);
  }
}

/** Browsers without dialogs, such as Safari 13, ask with a window of their own. */
function isConfirmed(
  dialog: HTMLDialogElement,
  { title, text }: { title: string; text: string },
): Promise<boolean> {
  if (!dialog.showModal) {
    return Promise.resolve(confirm(`${title}\n\n${text}`));
  }
  dialog.returnValue = '';
  dialog.showModal();
  // Screen readers announce the dialog only if it has the focus itself.
  dialog.focus();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'confirmed'), { once: true });
  });
}

/** Hands the link that can only look to the phone, or copies it. */
async function share(): Promise<void> {
  const url = `${location.origin}${location.pathname}#${known?.status.shareToken ?? ''}`;
  try {
    if (navigator.share) {
      await navigator.share({ title: document.title, url });
    } else {
      await navigator.clipboard.writeText(url);
      element('action-result').textContent = words.shared;
    }
  } catch (error) {
    // Closing the phone's own sheet is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) {
      element('action-result').textContent = url;
    }
  }
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) {
    throw new Error(`The page has no element "${id}".`);
  }
  return found;
}
