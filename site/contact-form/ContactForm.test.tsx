// @vitest-environment happy-dom
// What visitors do with the form, and what translators, add-ons, content networks and odd phones do to it.
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { interpolate } from '../../content/interpolate.ts';
import { defaultLanguage as language } from '../../content/languages.ts';
import { words as allWords } from '../../content/words/index.ts';
import { contactFields, type FieldName, fieldNames, honeypotName } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { facts } from '../facts.ts';
import { pathOf } from '../routes.ts';
import { ContactForm } from './ContactForm.tsx';
import { createFormStore } from './form-store.ts';
import { followTyping } from './history-entry.ts';
import { hydrate } from './hydrate.tsx';
import { type Result, sendContactRequest } from './send-contact-request.ts';

vi.mock('../../content/service-areas.ts', async () => ({
  serviceAreas: (await import('../../tests/support/example-facts.ts')).houstonAndAustin,
}));

vi.mock('./send-contact-request.ts', () => ({
  contactAction: (language: string) => `/send?lang=${language}`,
  sendContactRequest: vi.fn(),
}));

const words = allWords[language];
const { form: text, roadside, outcome } = words;
const { position } = roadside;
const driver = {
  ...exampleRequest,
  name: 'Ana Ortega',
  phone: '8325550188',
  email: 'ana@ortega.example',
  service: 'emergency',
  message: 'It stalled.',
};
/** On I-45 north of downtown Houston. */
const onI45 = { latitude: 29.8195, longitude: -95.3767, accuracy: 12 };

let island: HTMLElement;
let hydrated: ReturnType<typeof followTyping>;
let answerPosition: PositionCallback | undefined;
let refusePosition: PositionErrorCallback | null | undefined;
const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>();
/** Ends the call that is under way. */
let answer: (result: Result) => void;
const reported = vi.fn();

/** What the board says of a request that arrived. */
const sentLines = roadside.receipt.board.join(' ').replace('{reference}', '7KQ2MA');

beforeEach(() => {
  // The form of an earlier test may still save.
  vi.stubGlobal('sessionStorage', new Storage());
  history.replaceState(null, '');
  document.documentElement.dataset.language = language;
  serve();
  vi.stubGlobal('reportError', reported);
  vi.spyOn(console, 'error').mockReturnValue();
  getCurrentPosition.mockReset().mockImplementation((found, failed) => {
    [answerPosition, refusePosition] = [found, failed];
  });
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  vi.mocked(sendContactRequest).mockImplementation(() => {
    const { promise, resolve } = Promise.withResolvers<Result>();
    answer = resolve;
    return promise;
  });
});

afterEach(() => {
  expect(reported).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('a location fills the message until it is removed, and leaves less room beside the words as typed', async () => {
  await open();
  fill({ ...driver, message: '' });
  await press(text.send);
  await seen(text.problems.message.missing);
  await locate();
  const exactly = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 };
  expect(getCurrentPosition.mock.lastCall?.[2]).toEqual(exactly);
  await eventually(() => expect(island.textContent).not.toContain(text.problems.message.missing));
  island.querySelector<HTMLElement>(`[aria-label="${position.remove}"]`)?.click();
  await eventually(() => expect(document.activeElement?.textContent).toBe(position.ask));
  const own = 'x'.repeat(contactFields.message.limit - 10);
  fill({ message: own });
  await locate();
  expect(field('message').value).toBe(own);
  await press(text.send);
  const [before = ''] = text.problems.message.tooLong.split('{limit}');
  await eventually(() => {
    const [, limit = ''] = island.textContent?.split(before) ?? [];
    expect(Number.parseInt(limit, 10)).toBeLessThan(contactFields.message.limit - 100);
  });
  fill({ message: '' });
  await send();
  const { lines } = position;
  expect(lastSent().message.split('\n')).toEqual([
    expect.stringContaining(`${lines.where}: `),
    expect.stringContaining(`${lines.coordinates}: 29.81950, -95.37670 (`),
    `${lines.map}: https://maps.google.com/?q=29.81950,-95.37670`,
  ]);
});

test.each<[string, Geolocation['getCurrentPosition'] | undefined, 'denied' | 'failed']>([
  ['is denied', (_, failed) => failed?.({ code: 1 } as GeolocationPositionError), 'denied'],
  ['is no place', (found) => found(positionAt({})), 'failed'],
  ['cannot be asked for', undefined, 'failed'],
  ['throws', fails, 'failed'],
])('a position that %s is explained, and what can be seen is asked for', async (_, ask, end) => {
  const value = ask && { getCurrentPosition: ask };
  Object.defineProperty(navigator, 'geolocation', { value, configurable: true });
  await open();
  fill({ ...driver, message: '' });
  await press(position.ask);
  await seen(position[end]);
  answerQuestion(position.sign, 'I-10');
  await send();
  expect(lastSent().message).toBe(`${position.sign}: I-10`);
});

test('an email address that looks complete is complete, and the honeypot is never sent', async () => {
  const email = '\ufeff\u202a\u2060ana@or\u00adtega.example\u202c\u2066\u2069\u200e\u00a0';
  await open();
  fill({ ...driver, email, name: `\u200b${driver.name}\u00a0`, phone: '+52 (81) 1234-5678 ext 9' });
  (document.querySelector(`[name=${honeypotName}]`) as HTMLInputElement).value = 'filled in by a browser';
  await send();
  expect(lastSent()).toEqual({ ...driver, phone: '+52 (81) 1234-5678 ext 9' });
});

test('errors are counted and said at their fields, of which no untouched one is invalid', async () => {
  await open();
  for (const name of fieldNames) {
    field(name).focus();
    field(name).blur();
    expect(field(name).getAttribute('aria-invalid')).toBe('false');
  }
  const tooLong = 'x'.repeat(contactFields.message.limit + 1);
  fill({ ...driver, name: '   ', phone: '713\t555', email: 'ana', service: '', message: tooLong });
  await press(text.send);
  await seen(interpolate(text.fixMany, { count: 5 }));
  const { name, phone, email, service, message } = text.problems;
  const errors = fieldNames.map((one) => document.getElementById(`contact-${one}-error`)?.textContent);
  expect(errors.filter((error) => error !== undefined)).toEqual([
    ...[name.missing, phone.malformed, email.malformed, service.missing],
    interpolate(message.tooLong, { limit: contactFields.message.limit }),
  ]);
  expect(document.activeElement).toBe(field('name'));
  // A screen reader says the error with the label.
  expect(field('phone').getAttribute('aria-labelledby')?.split(' ')).toContain('contact-phone-error');
  expect(field('message').value).toBe(tooLong);
  fill({ ...driver, email: 'ana' });
  await press(text.send);
  await seen(text.fixOne);
  expect(document.activeElement).toBe(field('email'));
  expect(sendContactRequest).not.toHaveBeenCalled();
});

test('the number of errors is announced when Send is pressed, and not while they are corrected', async () => {
  const announced = () => island.querySelector('[role=alert]')?.textContent;
  await open();
  await press(text.send);
  await eventually(() => expect(announced()).toBe(interpolate(text.fixMany, { count: 5 })));
  fill({ name: driver.name });
  await seen(interpolate(text.fixMany, { count: 4 }));
  expect(island.querySelector('form [aria-live=assertive]')).toBeNull();
  expect(announced()).toBeUndefined();
  await press(text.send);
  await eventually(() => expect(announced()).toBe(interpolate(text.fixMany, { count: 4 })));
});

test('the same content has the same key, also after a failure, Back or a reload in mid-send; other content another', async () => {
  await sendDriver();
  showKeptPage();
  await eventually(() => expect(buttonNamed(text.send)?.disabled).toBe(false));
  expect(vi.mocked(sendContactRequest).mock.lastCall?.[3].aborted).toBe(true);
  await send();
  answer({ accepted: false });
  await eventually(() => expect(buttonNamed(text.send)?.disabled).toBe(false));
  await send();
  serve();
  await open();
  expect(field('message').value).toBe(driver.message);
  await send();
  serve();
  await open();
  fill({ message: 'It burns.' });
  await send();
  const [first, ...keys] = vi.mocked(sendContactRequest).mock.calls.map(([, , key]) => key);
  expect(keys).toEqual([first, first, first, expect.not.stringMatching(first as string)]);
});

test('a page kept for Back takes the draft saved since, with the key of what was sent, or empties', async () => {
  await sendDriver();
  answer({ accepted: false });
  await seen(roadside.failed.kept);
  const [, , key] = vi.mocked(sendContactRequest).mock.lastCall ?? [];
  const saved = JSON.parse(sessionStorage.getItem('draft') ?? '');
  fill({ message: 'Changed here.', service: 'fleet' });
  // On another page of this tab.
  sessionStorage.setItem('draft', JSON.stringify(saved));
  showKeptPage();
  for (const name of fieldNames) {
    expect(field(name).value).toBe(driver[name]);
  }
  await eventually(() => expect(document.getElementById('sent')?.hidden).toBe(true));
  await send();
  expect(vi.mocked(sendContactRequest).mock.lastCall?.[2]).toBe(key);
  sessionStorage.removeItem('draft');
  showKeptPage();
  for (const name of fieldNames) {
    expect(field(name).value).toBe('');
  }
  await eventually(() => expect(buttonNamed(text.send)?.disabled).toBe(false));
  expect(buttonNamed(roadside.clear)).toBeUndefined();
  expect(sessionStorage.length).toBe(0);
});

test('a page kept for Back stays as it is if storage is blocked', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  await open();
  fill(driver);
  showKeptPage();
  expect(field('message').value).toBe(driver.message);
});

test('of a page loaded again, only what the visitor types beats the saved draft', async () => {
  await open();
  fill(driver);
  await press(roadside.clear);
  serve();
  // By the browser.
  for (const name of fieldNames) {
    field(name).value = driver[name];
  }
  fill({ phone: '713-555-0199' });
  await open();
  expect(fieldNames.map((name) => field(name).value).filter(Boolean)).toEqual(['713-555-0199']);
  expect(JSON.parse(sessionStorage.getItem('draft') ?? '').fields).toMatchObject({ name: '', message: '' });
});

test('a success moves the focus to its heading, shows what was sent and promises a call if the owner does', async () => {
  vi.spyOn(facts, 'answerWithinMinutes', 'get').mockReturnValue(10);
  await sendDriver();
  answer({ accepted: true, reference: '7KQ2MA' });
  await seen(sentLines);
  await eventually(() => expect(field('message').value).toBe(''));
  expect(sessionStorage.getItem('draft')).toBeNull();
  const promise = `${roadside.receipt.answer.split('{n}')[0]}10`;
  for (const said of ['7KQ2MA', driver.name, driver.message, roadside.receipt.time, promise]) {
    expect(document.getElementById('sent')?.textContent).toContain(said);
  }
  // One thing is added to the live region, not its parts.
  const toast = document.querySelector('#toast-sent > [role="group"]:only-child');
  expect(toast?.textContent).toContain(outcome.sent.title);
  const close = toast?.querySelector('button');
  close?.focus();
  close?.click();
  await eventually(() => expect(document.activeElement?.textContent?.trim()).toBe(sentLines));
  expect(document.querySelector('#toast-sent button')).toBeNull();
});

test('the receipt lacks the time if the browser cannot write it', async () => {
  await sendDriver();
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(fails);
  answer({ accepted: true, reference: '7KQ2MA' });
  await seen('7KQ2MA');
  expect(document.getElementById('sent')?.textContent).not.toContain(roadside.receipt.time);
});

test('while it sends, nothing can be added; a failure gives it back, with every other way, and is announced each time', async () => {
  await open();
  fill(driver);
  for (const [sends, phone, shown] of [
    [1, '8325550188', '(832) 555-0188'],
    [2, '7135550199', '(713) 555-0199'],
  ] as const) {
    fill({ phone });
    await send();
    island.querySelector('form')?.requestSubmit();
    expect(document.activeElement?.textContent?.trim()).toBe(text.sending);
    const locked = island.querySelectorAll('[readonly], select:disabled, .roadside:disabled');
    expect(locked).toHaveLength(fieldNames.length + 1);
    expect(document.querySelector('#toast-failed .toast')).toBeNull();
    answer({ accepted: false });
    await eventually(() => expect(document.querySelector('#toast-failed .toast')).not.toBeNull());
    expect(island.querySelector('[readonly], :disabled')).toBeNull();
    for (const said of [driver.message, driver.name, shown, driver.email]) {
      expect(bodyOfEmail()).toContain(said);
    }
    expect(sendContactRequest).toHaveBeenCalledTimes(sends);
  }
});

test('the dispatch card shows what was typed and located, before and after sending', async () => {
  await open();
  fill(driver);
  await locate();
  await expectCard();
  await send();
  answer({ accepted: true, reference: '7KQ2MA' });
  await eventually(() => expect(field('message').value).toBe(''));
  await expectCard();

  async function expectCard() {
    await press(roadside.card.open);
    for (const said of [driver.message, driver.name, '(832) 555-0188', '29.819\u00a050', '95.376\u00a070']) {
      await eventually(() => expect(document.querySelector('dialog[open]')?.textContent).toContain(said));
    }
    await press(roadside.card.close);
    await eventually(() => expect(document.querySelector('dialog[open]')).toBeNull());
  }
});

test.each<[string, Result, string, () => Element | null | undefined]>([
  ['a success', { accepted: true, reference: '7KQ2MA' }, sentLines, () => document.querySelector('#sent h4')],
  [
    'a failure',
    { accepted: false },
    `${roadside.failed.board[0]} ${roadside.failed.kept}`,
    () => buttonNamed(text.send),
  ],
])(
  'the open dispatch card shows %s, and closing the card moves the focus there',
  async (_, result, said, where) => {
    await sendDriver();
    await press(roadside.card.open);
    await eventually(() => expect(document.querySelector('dialog[open]')).not.toBeNull());
    answer(result);
    await eventually(() => expect(document.querySelector('dialog [role=status]')?.textContent).toBe(said));
    expect(document.querySelector('dialog')?.textContent).toContain(driver.message);
    await press(roadside.card.close);
    await eventually(() => expect(document.activeElement).toBe(where()));
    await eventually(() => expect(field('message').value).toBe(result.accepted ? '' : driver.message));
  },
);

test('what was typed before hydration beats the saved draft, whose details wait for a press; Clear empties both', async () => {
  const answers = { [`${driver.service}-0`]: 'Unit 12' };
  sessionStorage.setItem('draft', JSON.stringify({ fields: { ...driver, name: 'Old' }, answers }));
  fill({ name: 'New' });
  await open();
  expect(field('name').value).toBe('New');
  expect(field('message').value).toBe(driver.message);
  expect(island.querySelector('.roadside')).toBeNull();
  field('name').click();
  await seen(position.ask);
  const answered = inputLabeled(roadside.hints.emergency[0] as string);
  expect(answered?.value).toBe('Unit 12');
  expect(answered?.closest('details')?.open).toBe(true);
  await press(roadside.clear);
  await eventually(() => expect(field('message').value).toBe(''));
  expect(document.activeElement).toBe(field('name'));
  expect(sessionStorage.length).toBe(0);
});

test.each<[string, () => void]>([
  ['an element beside an input', () => field('name').after(document.createElement('keeper-lock'))],
  ['an element before the message', () => field('message').before(document.createElement('lt-note'))],
  ['a wrapper around each control', wrapControls],
  ['a translation', translate],
  ['a form without its first paragraph', () => island.querySelector('p')?.remove()],
])('%s before hydration costs nothing that was typed', async (_, change) => {
  const typed = { name: driver.name, message: 'Lost power at exit 57, smoke from' };
  fill(typed);
  // As a link does (chosen-service.ts).
  field('service').value = 'fleet';
  field('service').dataset.byLink = 'fleet';
  field('message').focus();
  change();
  await open();
  for (const [name, value] of Object.entries({ ...typed, service: 'fleet' })) {
    expect(field(name as FieldName).value).toBe(value);
  }
  expect(field('service').dataset.byLink).toBe('fleet');
  expect(sessionStorage.getItem('draft')).toContain('exit 57');
  expect(document.activeElement).toBe(field('message'));
});

test.each([
  ['translated', translate],
  ['with each control in a wrapper', wrapControls],
])('a request can be written, refused, corrected and sent on a page %s at each step', async (_, change) => {
  await open();
  const step = async (action: () => unknown, shown: string) => {
    change();
    await action();
    await seen(shown);
    expect(island.querySelector('form')?.hasAttribute('novalidate')).toBe(true);
  };
  await step(() => press(text.send), text.problems.name.missing);
  await step(() => fill({ name: driver.name, service: 'fleet' }), roadside.hints.fleet[0] as string);
  await step(() => fill({ service: 'emergency' }), position.ask);
  await step(() => search(position.ask), position.searching);
  await step(() => refusePosition?.({ code: 1 } as GeolocationPositionError), position.denied);
  await step(() => search(position.again), position.searching);
  await step(() => answerPosition?.(positionAt(onI45)), 'Houston');
  await step(() => press('×'), position.ask);
  await step(() => press(roadside.card.open), roadside.card.title);
  await step(() => press(roadside.card.close), roadside.card.open);
  await step(() => fill(driver), roadside.clear);
  await step(() => press(text.send), text.sending);
  await step(() => answer({ accepted: false, problems: { email: 'No such address.' } }), 'No such address.');
  expect(document.getElementById('contact-email-error')?.textContent).toBe('No such address.');
  expect(document.activeElement).toBe(field('email'));
  await step(() => fill({ email: driver.email }), roadside.failed.kept);
  await eventually(() => expect(island.textContent).not.toContain('No such address.'));
  await step(() => press(roadside.failed.again), text.sending);
  await step(() => answer({ accepted: true, reference: '7KQ2MA' }), '7KQ2MA');
  await eventually(() => expect(field('message').value).toBe(''));
});

test.each(['en', 'vi', 'zh-CN', 'auto', 'es', ''])('<html lang="%s"> changes nothing', async (lang) => {
  document.documentElement.lang = lang;
  // A content network could remove it.
  expect(island.innerHTML).not.toContain('<!--');
  const served = island.querySelector('form');
  await open();
  expect(island.querySelector('form')).toBe(served);
  expect(served?.getAttribute('action')).toBe(`/send?lang=${language}`);
  expect(island.textContent).toContain(text.labels.name);
});

test('text of another direction is isolated from ours, in fields, lines and receipt', async () => {
  await open();
  const message = 'توقفت الشاحنة على I-45 عند المخرج 57';
  fill({ ...driver, name: 'سامي المثال', message });
  for (const name of ['name', 'message'] as const) {
    expect(field(name).dir).toBe('auto');
  }
  await seen(roadside.hints.emergency[0] as string);
  answerQuestion(roadside.hints.emergency[0] as string, 'فولفو D13');
  await send();
  expect(lastSent().message).toBe(`${roadside.hints.emergency[0]}: \u2068فولفو D13\u2069\n\n${message}`);
  expect(lastSent().name).toBe('سامي المثال');
  answer({ accepted: true, reference: '7KQ2MA' });
  await seen(roadside.receipt.what);
  for (const value of island.querySelectorAll<HTMLElement>('#sent dd')) {
    expect(value.dir).toBe('auto');
  }
});

test('a helper that throws is gone, and the form sends', async () => {
  vi.spyOn(roadside, 'safety', 'get').mockImplementation(fails);
  await open();
  fill(driver);
  await eventually(() => expect(console.error).toHaveBeenCalled());
  expect(island.querySelector('.roadside')).toBeNull();
  await send();
  expect(lastSent()).toEqual(driver);
});

test('if the form itself throws, the native form takes its place with all that was shown', async () => {
  await open();
  fill(driver);
  await search(position.ask);
  vi.spyOn(Number.prototype, 'toFixed').mockImplementation(fails);
  answerPosition?.(positionAt(onI45));
  await native();
  expect(field('name').value).toBe(driver.name);
  expect(field('message').value).toBe(`29.8195\n-95.3767\n${driver.message}`);
});

test.each<[string, () => void]>([
  ['the check', () => vi.spyOn(text.problems, 'name', 'get').mockImplementation(fails)],
  ['the key', () => vi.spyOn(crypto, 'getRandomValues').mockImplementation(fails)],
  ['the first attempt', () => vi.mocked(sendContactRequest).mockImplementation(fails)],
])('if %s throws, the browser sends the form with all that was answered', async (what, breakIt) => {
  await open();
  fill(what === 'the check' ? { ...driver, name: '' } : driver);
  await locate();
  breakIt();
  const form = island.querySelector('form') as HTMLFormElement;
  const reportValidity = vi.spyOn(form, 'reportValidity').mockReturnValue(true);
  expect(pressSend(form)).toEqual({ isNative: true, message: `29.8195\n-95.3767\n${driver.message}` });
  expect(field('message').value).toBe(driver.message);
  expect(form.noValidate).toBe(false);
  // A field that is wrong is the browser's to name.
  reportValidity.mockReturnValue(false);
  expect(pressSend(form).isNative).toBe(false);
  expect(reported).toHaveBeenCalledTimes(2);
  reported.mockReset();
});

test('if a later attempt throws, the visitor can send again', async () => {
  vi.mocked(sendContactRequest).mockRejectedValue(new RangeError('an add-on'));
  await open();
  fill(driver);
  await press(text.send);
  await seen(roadside.failed.kept);
  expect(buttonNamed(text.send)?.disabled).toBe(false);
  expect(reported).toHaveBeenCalledOnce();
  reported.mockReset();
});

test('if it throws while it is hydrated, what was typed before stays', async () => {
  fill(driver);
  hydrate(island, { ...words, form: undefined } as never, hydrated());
  await native();
  expect([field('name').value, field('message').value]).toEqual([driver.name, driver.message]);
});

test('if it throws after a success, the page says that it was sent', async () => {
  await sendDriver();
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(fails);
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  answer({ accepted: true, reference: '7KQ2MA' });
  await native();
  expect(assign).toHaveBeenCalledExactlyOnceWith(pathOf('sent', language));
  expect(field('message').value).toBe('');
});

function fails(): never {
  throw new RangeError('an add-on');
}

/** Waits for something to hold, also on a busy machine. */
const eventually = <Result,>(check: () => Result) => vi.waitFor(check, { timeout: 10_000, interval: 5 });

const seen = (sentence: string) => eventually(() => expect(document.body.textContent).toContain(sentence));

/** The page as the server renders it. */
function serve() {
  document.body.innerHTML =
    '<h3 id="request"></h3><div id="contact-form"></div><div id="toast-sent"></div><div id="toast-failed"></div>';
  island = document.getElementById('contact-form') as HTMLElement;
  const form = <ContactForm store={createFormStore()} language={language} words={words} />;
  island.innerHTML = renderToString(form);
  hydrated = followTyping(island);
}

async function open() {
  hydrate(island, words, hydrated());
  await eventually(() => expect(island.querySelector('form')?.hasAttribute('novalidate')).toBe(true));
  await seen(roadside.card.open);
}

/** The native form has taken the place of React's, and the error was reported. */
async function native() {
  await eventually(() => expect(reported).toHaveBeenCalled());
  await eventually(() => expect(document.querySelector('form')?.hasAttribute('novalidate')).toBe(false));
  expect(document.querySelector('form')?.method).toBe('post');
  expect(reported).toHaveBeenCalledOnce();
  reported.mockReset();
}

/** Inputs, selects and text areas alike: the tests use only what they have in common. */
const field = (name: FieldName) => document.getElementById(`contact-${name}`) as HTMLInputElement;

function fill(values: Partial<Record<FieldName, string>>) {
  for (const [name, value] of Object.entries(values)) {
    field(name as FieldName).value = value;
    field(name as FieldName).dispatchEvent(new Event('input', { bubbles: true }));
  }
}

const buttonNamed = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

async function press(name: string) {
  await eventually(() => expect(buttonNamed(name), name).toBeDefined());
  buttonNamed(name)?.click();
}

async function send() {
  const calls = vi.mocked(sendContactRequest).mock.calls.length;
  await press(text.send);
  await eventually(() => expect(sendContactRequest).toHaveBeenCalledTimes(calls + 1));
  await eventually(() => expect(buttonNamed(text.sending)?.disabled).toBe(true));
}

/** What the browser does after a press on Send, and the message that it would send. */
function pressSend(form: HTMLFormElement) {
  const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true });
  const isNative = form.dispatchEvent(submit);
  const formData = new FormData();
  form.dispatchEvent(Object.assign(new Event('formdata'), { formData }));
  return { isNative, message: formData.get('message') };
}

async function sendDriver() {
  await open();
  fill(driver);
  await send();
}

/** The browser shows the page as it was when the visitor left it. */
const showKeptPage = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

const lastSent = () => vi.mocked(sendContactRequest).mock.lastCall?.[0] as Record<FieldName, string>;

/** Presses a button that asks the phone, and waits until it is asked. */
async function search(button: string) {
  answerPosition = undefined;
  await press(button);
  await eventually(() => expect(answerPosition).toBeDefined());
}

async function locate() {
  await search(position.ask);
  answerPosition?.(positionAt(onI45));
  await eventually(() => expect(island.querySelector('.roadside-sign')?.textContent).toContain('Houston'));
}

const positionAt = (coords: object) => ({ coords, timestamp: 1 }) as GeolocationPosition;

const inputLabeled = (label: string) =>
  [...island.querySelectorAll('label')].find(({ textContent }) => textContent === label)
    ?.control as HTMLInputElement;

function answerQuestion(label: string, value: string) {
  // React ignores an input event whose value it has set itself.
  const input = inputLabeled(label);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function bodyOfEmail() {
  const href = island.querySelector('a[href^="mailto:"]')?.getAttribute('href') ?? 'mailto:';
  return new URL(href).searchParams.get('body');
}

/** As Chrome translates a page: each text in two elements of its own. */
function translate() {
  for (const node of textsIn(document.body)) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = node.data;
    outer.append(inner);
    node.replaceWith(outer);
  }
}

/** As Firefox Relay does with an email field. */
function wrapControls() {
  for (const control of document.querySelectorAll('input, select, textarea, button')) {
    const wrapper = document.createElement('div');
    const focused = document.activeElement === control;
    control.replaceWith(wrapper);
    wrapper.append(control, document.createElement('div'));
    if (focused) {
      (control as HTMLElement).focus();
    }
  }
}

function textsIn(root: Node): Text[] {
  if (root instanceof Text) {
    return root.data.trim() ? [root] : [];
  }
  return [...root.childNodes].flatMap((child) => textsIn(child));
}
