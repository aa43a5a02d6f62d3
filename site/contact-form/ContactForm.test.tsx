// @vitest-environment happy-dom
// Tests how visitors use the form, and how translators, add-ons, content networks, and unusual phones interfere.
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { interpolate } from '../../content/interpolate.ts';
import { defaultLanguage as language } from '../../content/languages.ts';
import { words as allWords } from '../../content/words/index.ts';
import { contactFields, type FieldName, fieldNames, honeypotName } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { getPagePath } from '../routes.ts';
import { ContactForm } from './ContactForm.tsx';
import { callCardContainerId } from './call-card-container.ts';
import { createFormStore } from './form-store.ts';
import { hydrate } from './hydrate.tsx';
import { type SendResult, sendContactRequest } from './send-contact-request.ts';
import { markHydrated, watchTyping } from './typed-before-hydration.ts';

vi.mock('../../content/service-areas.ts', async () => ({
  serviceAreas: (await import('../../tests/support/example-facts.ts')).houstonAndAustin,
}));

vi.mock('../facts.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  answerWithinMinutes: 10,
}));

vi.mock('./send-contact-request.ts', () => ({
  getContactAction: (language: string) => `/send?lang=${language}`,
  sendContactRequest: vi.fn(),
}));

const words = allWords[language];
const { form: formWords, extras, outcome } = words;
const { position } = extras;
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
let isTyped: ReturnType<typeof watchTyping>;
let answerPosition: PositionCallback | undefined;
let refusePosition: PositionErrorCallback | null | undefined;
const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>();
/** Answers the call in progress. */
let answer: (result: SendResult) => void;
const reported = vi.fn();

/** The board's text for a request that arrived. */
const sentLines = extras.receipt.board.join(' ').replace('{reference}', '7KQ2MA');

beforeEach(() => {
  // An earlier test's form may still save its draft.
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
    const { promise, resolve } = Promise.withResolvers<SendResult>();
    answer = resolve;
    return promise;
  });
});

afterEach(() => {
  expect(reported).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('a location can replace the message and counts toward its limit', async () => {
  await open();
  fill({ ...driver, message: '' });
  await press(formWords.send);
  await waitForText(formWords.problems.message.missing);
  expect(getCurrentPosition).not.toHaveBeenCalled();
  await locate();
  const exactly = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 };
  expect(getCurrentPosition.mock.lastCall?.[2]).toEqual(exactly);
  await eventually(() => expect(island.textContent).not.toContain(formWords.problems.message.missing));
  island.querySelector<HTMLElement>(`[aria-label="${position.remove}"]`)?.click();
  await eventually(() => expect(document.activeElement?.textContent).toBe(position.ask));
  const ownWords = 'x'.repeat(contactFields.message.limit - 10);
  fill({ message: ownWords });
  await locate();
  expect(field('message').value).toBe(ownWords);
  await press(formWords.send);
  const [before = ''] = formWords.problems.message.tooLong.split('{limit}');
  await eventually(() => {
    const [, limit = ''] = island.textContent?.split(before) ?? [];
    expect(Number.parseInt(limit, 10)).toBeLessThan(contactFields.message.limit - 100);
  });
  fill({ message: '' });
  await send();
  const { lines } = position;
  expect(getLastSent().message.split('\n')).toEqual([
    expect.stringContaining(`${lines.where}: `),
    expect.stringContaining(`${lines.coordinates}: 29.81950, -95.37670 (`),
    `${lines.map}: https://maps.google.com/?q=29.81950,-95.37670`,
  ]);
});

test.each<{ what: string; ask: Geolocation['getCurrentPosition'] | undefined; end: 'denied' | 'failed' }>([
  { what: 'is denied', ask: (_, failed) => failed?.({ code: 1 } as GeolocationPositionError), end: 'denied' },
  { what: 'returns no coordinates', ask: (found) => found(createPosition({})), end: 'failed' },
  { what: 'is not supported', ask: undefined, end: 'failed' },
  { what: 'throws', ask: throwError, end: 'failed' },
])('if the position lookup $what, the form explains it and asks for a sign', async ({ ask, end }) => {
  const value = ask && { getCurrentPosition: ask };
  Object.defineProperty(navigator, 'geolocation', { value, configurable: true });
  await open();
  fill({ ...driver, message: '' });
  await press(position.ask);
  await waitForText(position[end]);
  answerQuestion(position.sign, 'I-10');
  await send();
  expect(getLastSent().message).toBe(`${position.sign}: I-10`);
});

test('a driver can type a place without sharing the position', async () => {
  await open();
  fill({ ...driver, message: '' });
  await eventually(() => expect(findInput(position.sign)).toBeDefined());
  answerQuestion(position.sign, 'I-10');
  expect(findButton(position.ask)).toBeDefined();
  await send();
  expect(getLastSent().message).toBe(`${position.sign}: I-10`);
});

test('a typed place can still be seen and changed after a failure', async () => {
  await open();
  fill(driver);
  await search(position.ask);
  refusePosition?.({ code: 1 } as GeolocationPositionError);
  await waitForText(position.denied);
  answerQuestion(position.sign, 'I-45 North, exit 59A');
  await send();
  answer({ accepted: false });
  await waitForText(extras.failed.kept);
  expect(findInput(position.sign)?.value).toBe('I-45 North, exit 59A');
});

test('values are sent without invisible characters, and the honeypot is not sent', async () => {
  const email = '\ufeff\u202a\u2060ana@or\u00adtega.example\u202c\u2066\u2069\u200e\u00a0';
  await open();
  fill({ ...driver, email, name: `\u200b${driver.name}\u00a0`, phone: '+52 (81) 1234-5678 ext 9' });
  (document.querySelector(`[name=${honeypotName}]`) as HTMLInputElement).value = 'filled in by a browser';
  await send();
  expect(getLastSent()).toEqual({ ...driver, phone: '+52 (81) 1234-5678 ext 9' });
});

test('Send shows the number of errors, and each error at its field', async () => {
  await open();
  for (const name of fieldNames) {
    field(name).focus();
    field(name).blur();
    expect(field(name).getAttribute('aria-invalid')).toBe('false');
  }
  const tooLong = 'x'.repeat(contactFields.message.limit + 1);
  fill({ ...driver, name: '   ', phone: '713\t555', email: 'ana', service: '', message: tooLong });
  await press(formWords.send);
  await waitForText(interpolate(formWords.fixMany, { count: 5 }));
  const { name, phone, email, service, message } = formWords.problems;
  const errors = fieldNames.map(
    (fieldName) => document.getElementById(`contact-${fieldName}-error`)?.textContent,
  );
  expect(errors.filter((error) => error !== undefined)).toEqual([
    ...[name.missing, phone.malformed, email.malformed, service.missing],
    interpolate(message.tooLong, { limit: contactFields.message.limit }),
  ]);
  expect(document.activeElement).toBe(field('name'));
  // A screen reader announces the error with the label.
  expect(field('phone').getAttribute('aria-labelledby')?.split(' ')).toContain('contact-phone-error');
  expect(field('message').value).toBe(tooLong);
  fill({ ...driver, email: 'ana' });
  await press(formWords.send);
  await waitForText(formWords.fixOne);
  expect(document.activeElement).toBe(field('email'));
  expect(sendContactRequest).not.toHaveBeenCalled();
});

test('the number of errors is announced only when Send is pressed', async () => {
  const announced = () => island.querySelector('[role=alert]')?.textContent;
  await open();
  await press(formWords.send);
  await eventually(() => expect(announced()).toBe(interpolate(formWords.fixMany, { count: 5 })));
  fill({ name: driver.name });
  await waitForText(interpolate(formWords.fixMany, { count: 4 }));
  expect(island.querySelector('form [aria-live=assertive]')).toBeNull();
  expect(announced()).toBeUndefined();
  await press(formWords.send);
  await eventually(() => expect(announced()).toBe(interpolate(formWords.fixMany, { count: 4 })));
});

test('resending the same content reuses its key', async () => {
  await sendDriver();
  showCachedPage();
  await eventually(() => expect(findButton(formWords.send)?.disabled).toBe(false));
  expect(vi.mocked(sendContactRequest).mock.lastCall?.[3].aborted).toBe(true);
  await send();
  answer({ accepted: false });
  await eventually(() => expect(findButton(formWords.send)?.disabled).toBe(false));
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

test('after Back, a cached page shows the latest saved draft', async () => {
  await sendDriver();
  answer({ accepted: false });
  await waitForText(extras.failed.kept);
  const [, , key] = vi.mocked(sendContactRequest).mock.lastCall ?? [];
  const saved = JSON.parse(sessionStorage.getItem('draft') ?? '');
  fill({ message: 'Changed here.', service: 'fleet' });
  // Another page of this tab saves the draft.
  sessionStorage.setItem('draft', JSON.stringify(saved));
  showCachedPage();
  for (const name of fieldNames) {
    expect(field(name).value).toBe(driver[name]);
  }
  await eventually(() => expect(document.getElementById('sent')?.hidden).toBe(true));
  await send();
  expect(vi.mocked(sendContactRequest).mock.lastCall?.[2]).toBe(key);
  sessionStorage.removeItem('draft');
  showCachedPage();
  for (const name of fieldNames) {
    expect(field(name).value).toBe('');
  }
  await eventually(() => expect(findButton(formWords.send)?.disabled).toBe(false));
  expect(findButton(extras.clear)).toBeUndefined();
  expect(sessionStorage.length).toBe(0);
});

test('after Back, a cached page keeps its values if storage is blocked', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  await open();
  fill(driver);
  showCachedPage();
  expect(field('message').value).toBe(driver.message);
});

test('after a reload, values restored by the browser never override the saved draft', async () => {
  await open();
  fill(driver);
  await press(extras.clear);
  serve();
  // The browser restores the old values.
  for (const name of fieldNames) {
    field(name).value = driver[name];
  }
  fill({ phone: '713-555-0199' });
  await open();
  expect(fieldNames.map((name) => field(name).value).filter(Boolean)).toEqual(['713-555-0199']);
  expect(JSON.parse(sessionStorage.getItem('draft') ?? '').fields).toMatchObject({ name: '', message: '' });
});

test('the receipt replaces the fields until the visitor asks for them', async () => {
  await sendDriver();
  answer({ accepted: true, reference: '7KQ2MA' });
  await waitForText(sentLines);
  const findFields = () => document.querySelector('form > div:not([data-done])');
  await eventually(() => expect(findFields()).toBeNull());
  await press(extras.receipt.another);
  await eventually(() => expect(document.activeElement).toBe(field('name')));
  expect(findFields()).not.toBeNull();
  // The reference is still there.
  expect(document.getElementById('sent')?.textContent).toContain('7KQ2MA');
});

test('the receipt stays while the visitor prepares another request', async () => {
  await sendDriver();
  answer({ accepted: true, reference: '7KQ2MA' });
  await waitForText(sentLines);
  await eventually(() => expect(document.querySelector('[data-done]')).not.toBeNull());
  // A service link shows the fields. They stay when its choice is removed.
  fill({ service: 'fleet' });
  await eventually(() => expect(document.querySelector('[data-done]')).toBeNull());
  fill({ service: '' });
  await press(formWords.send);
  await waitForText(formWords.problems.name.missing);
  expect(document.querySelector('[data-done]')).toBeNull();
  expect(document.getElementById('sent')?.textContent).toContain('7KQ2MA');
  fill({ name: 'A' });
  await press(extras.clear);
  await eventually(() => expect(field('name').value).toBe(''));
  expect(document.getElementById('sent')?.textContent).toContain('7KQ2MA');
});

test('a success focuses its heading and shows the sent request', async () => {
  await sendDriver();
  answer({ accepted: true, reference: '7KQ2MA' });
  await waitForText(sentLines);
  await eventually(() => expect(field('message').value).toBe(''));
  expect(sessionStorage.getItem('draft')).toBeNull();
  const promise = `${extras.receipt.answer.split('{n}')[0]}10`;
  for (const part of ['7KQ2MA', driver.name, driver.message, extras.receipt.time, promise]) {
    expect(document.getElementById('sent')?.textContent).toContain(part);
  }
  // The toast is a single node in the live region.
  const toast = document.querySelector('#toast-sent > [role="group"]:only-child');
  expect(toast?.textContent).toContain(outcome.sent.title);
  const close = toast?.querySelector('button');
  close?.focus();
  close?.click();
  await eventually(() => expect(document.activeElement?.textContent?.trim()).toBe(sentLines));
  expect(document.querySelector('#toast-sent button')).toBeNull();
});

test('the receipt omits the time if the browser cannot format it', async () => {
  await sendDriver();
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(throwError);
  answer({ accepted: true, reference: '7KQ2MA' });
  await waitForText('7KQ2MA');
  expect(document.getElementById('sent')?.textContent).not.toContain(extras.receipt.time);
});

test('the form is locked while sending and unlocked after a failure', async () => {
  await open();
  fill(driver);
  for (const [sends, phone, shown] of [
    [1, '8325550188', '(832) 555-0188'],
    [2, '7135550199', '(713) 555-0199'],
  ] as const) {
    fill({ phone });
    await send();
    island.querySelector('form')?.requestSubmit();
    expect(document.activeElement?.textContent?.trim()).toBe(formWords.sending);
    const locked = island.querySelectorAll('[readonly], select:disabled, .service-details:disabled');
    expect(locked).toHaveLength(fieldNames.length + 1);
    expect(document.querySelector('#toast-failed .toast')).toBeNull();
    answer({ accepted: false });
    await eventually(() => expect(document.querySelector('#toast-failed .toast')).not.toBeNull());
    expect(island.querySelector('[readonly], :disabled')).toBeNull();
    for (const part of [driver.message, driver.name, shown, driver.email]) {
      expect(readEmailBody()).toContain(part);
    }
    expect(sendContactRequest).toHaveBeenCalledTimes(sends);
  }
});

test('the call card shows the request and its location before and after sending', async () => {
  await open();
  fill(driver);
  await locate();
  await expectCard();
  await send();
  answer({ accepted: true, reference: '7KQ2MA' });
  await eventually(() => expect(field('message').value).toBe(''));
  await expectCard();

  async function expectCard() {
    await press(extras.card.open);
    for (const part of [driver.message, driver.name, '(832) 555-0188', '29.819\u00a050', '95.376\u00a070']) {
      await eventually(() => expect(document.querySelector('dialog[open]')?.textContent).toContain(part));
    }
    await press(extras.card.close);
    await eventually(() => expect(document.querySelector('dialog[open]')).toBeNull());
  }
});

test.each<{
  what: string;
  result: SendResult;
  sentence: string;
  findFocusTarget: () => Element | null | undefined;
}>([
  {
    what: 'a success',
    result: { accepted: true, reference: '7KQ2MA' },
    sentence: sentLines,
    findFocusTarget: () => document.querySelector('#sent h4'),
  },
  {
    what: 'a failure',
    result: { accepted: false },
    sentence: `${extras.failed.board[0]} ${extras.failed.kept}`,
    findFocusTarget: () => findButton(formWords.send),
  },
])(
  'the open call card shows $what, and closing it moves the focus there',
  async ({ result, sentence, findFocusTarget }) => {
    await sendDriver();
    await press(extras.card.open);
    await eventually(() => expect(document.querySelector('dialog[open]')).not.toBeNull());
    answer(result);
    await eventually(() =>
      expect(document.querySelector('dialog [role=status]')?.textContent).toBe(sentence),
    );
    expect(document.querySelector('dialog')?.textContent).toContain(driver.message);
    await press(extras.card.close);
    await eventually(() => expect(document.activeElement).toBe(findFocusTarget()));
    await eventually(() => expect(field('message').value).toBe(result.accepted ? '' : driver.message));
  },
);

test('values typed before hydration override the saved draft', async () => {
  const answers = { [`${driver.service}-0`]: 'Unit 12' };
  const draft = { fields: { ...driver, name: 'Old' }, answers, serviceByLink: true };
  sessionStorage.setItem('draft', JSON.stringify(draft));
  fill({ name: 'New' });
  await open();
  expect(field('name').value).toBe('New');
  expect(field('message').value).toBe(driver.message);
  // The details wait for the first use, so that Send doesn't move away from a finger.
  expect(island.querySelector('.service-details')).toBeNull();
  field('name').click();
  await waitForText(position.ask);
  const answered = findInput(extras.hints.emergency[0] as string);
  expect(answered?.value).toBe('Unit 12');
  expect(answered?.closest('details')?.open).toBe(true);
  await press(extras.clear);
  await eventually(() => expect(field('message').value).toBe(''));
  expect(document.activeElement).toBe(field('name'));
  expect(sessionStorage.length).toBe(0);
});

test.each<[string, () => void]>([
  ['an element next to an input', () => field('name').after(document.createElement('keeper-lock'))],
  ['an element before the message', () => field('message').before(document.createElement('lt-note'))],
  ['a wrapper around each control', wrapControls],
  ['a translation', translate],
  ['a removed first paragraph', () => island.querySelector('p')?.remove()],
])('%s does not lose values typed before hydration', async (_, change) => {
  const typed = { name: driver.name, message: 'Lost power at exit 57, smoke from' };
  fill(typed);
  // Select a service as a link does (chosen-service.ts).
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

test('a focused button without an ID does not stop hydration', async () => {
  fill({ name: driver.name });
  findButton(formWords.send)?.focus();
  expect(document.activeElement).toBe(findButton(formWords.send));
  island.querySelector('p')?.remove();
  await open();
  expect(field('name').value).toBe(driver.name);
  expect(island.querySelector('form')?.hasAttribute('novalidate')).toBe(true);
});

test.each([
  ['translated page', translate],
  ['page with a wrapper around each control', wrapControls],
])('every step of a request works on a %s', async (_, change) => {
  await open();
  const step = async (action: () => unknown, shown: string) => {
    change();
    await action();
    await waitForText(shown);
    expect(island.querySelector('form')?.hasAttribute('novalidate')).toBe(true);
  };
  await step(() => press(formWords.send), formWords.problems.name.missing);
  await step(() => fill({ name: driver.name, service: 'fleet' }), extras.hints.fleet[0] as string);
  await step(() => fill({ service: 'emergency' }), position.ask);
  await step(() => search(position.ask), position.searching);
  await step(() => refusePosition?.({ code: 1 } as GeolocationPositionError), position.denied);
  await step(() => search(position.again), position.searching);
  await step(() => answerPosition?.(createPosition(onI45)), 'Houston');
  await step(() => press('×'), position.ask);
  await step(() => press(extras.card.open), extras.card.title);
  await step(() => press(extras.card.close), extras.card.open);
  await step(() => fill(driver), extras.clear);
  await step(() => press(formWords.send), formWords.sending);
  await step(() => answer({ accepted: false, errors: { email: 'No such address.' } }), 'No such address.');
  expect(document.getElementById('contact-email-error')?.textContent).toBe('No such address.');
  expect(document.activeElement).toBe(field('email'));
  await step(() => fill({ email: driver.email }), extras.failed.kept);
  await eventually(() => expect(island.textContent).not.toContain('No such address.'));
  await step(() => press(extras.failed.again), formWords.sending);
  await step(() => answer({ accepted: true, reference: '7KQ2MA' }), '7KQ2MA');
  await eventually(() => expect(field('message').value).toBe(''));
});

test.each(['en', 'vi', 'zh-CN', 'auto', 'es', ''])('lang="%s" does not change the form', async (lang) => {
  document.documentElement.lang = lang;
  // A content network could remove comments.
  expect(island.innerHTML).not.toContain('<!--');
  const served = island.querySelector('form');
  await open();
  expect(island.querySelector('form')).toBe(served);
  expect(served?.getAttribute('action')).toBe(`/send?lang=${language}`);
  expect(island.textContent).toContain(formWords.labels.name);
});

test('right-to-left text is isolated in fields, lines, and the receipt', async () => {
  await open();
  const message = 'توقفت الشاحنة على I-45 عند المخرج 57';
  fill({ ...driver, name: 'سامي المثال', message });
  for (const name of ['name', 'message'] as const) {
    expect(field(name).dir).toBe('auto');
  }
  await waitForText(extras.hints.emergency[0] as string);
  answerQuestion(extras.hints.emergency[0] as string, 'فولفو D13');
  await send();
  expect(getLastSent().message).toBe(`${extras.hints.emergency[0]}: \u2068فولفو D13\u2069\n\n${message}`);
  expect(getLastSent().name).toBe('سامي المثال');
  answer({ accepted: true, reference: '7KQ2MA' });
  await waitForText(extras.receipt.what);
  for (const value of island.querySelectorAll<HTMLElement>('#sent dd')) {
    expect(value.dir).toBe('auto');
  }
});

test('the form still sends after an optional part throws', async () => {
  vi.spyOn(extras, 'safety', 'get').mockImplementation(throwError);
  await open();
  fill(driver);
  await eventually(() => expect(console.error).toHaveBeenCalled());
  expect(island.querySelector('.service-details')).toBeNull();
  await send();
  expect(getLastSent()).toEqual(driver);
});

test('if the form throws, the native form replaces it with the same values', async () => {
  await open();
  fill(driver);
  await search(position.ask);
  vi.spyOn(Number.prototype, 'toFixed').mockImplementation(throwError);
  answerPosition?.(createPosition(onI45));
  await expectNativeForm();
  expect(field('name').value).toBe(driver.name);
  expect(field('message').value).toBe(`29.8195\n-95.3767\n${driver.message}`);
});

test.each<[string, () => void]>([
  ['the check', () => vi.spyOn(formWords.problems, 'name', 'get').mockImplementation(throwError)],
  ['the key generator', () => vi.spyOn(crypto, 'getRandomValues').mockImplementation(throwError)],
  ['the first attempt', () => vi.mocked(sendContactRequest).mockImplementation(throwError)],
])('if %s throws, the browser sends the form with all the answers', async (failingPart, breakIt) => {
  await open();
  fill(failingPart === 'the check' ? { ...driver, name: '' } : driver);
  await locate();
  breakIt();
  const form = island.querySelector('form') as HTMLFormElement;
  const reportValidity = vi.spyOn(form, 'reportValidity').mockReturnValue(true);
  expect(pressSend(form)).toEqual({ isNative: true, message: `29.8195\n-95.3767\n${driver.message}` });
  expect(field('message').value).toBe(driver.message);
  expect(form.noValidate).toBe(false);
  // If a field is invalid, the browser reports it instead of sending.
  reportValidity.mockReturnValue(false);
  expect(pressSend(form).isNative).toBe(false);
  expect(reported).toHaveBeenCalledTimes(2);
  reported.mockReset();
});

test('if a later attempt throws, the visitor can send again', async () => {
  vi.mocked(sendContactRequest).mockRejectedValue(new RangeError('an add-on'));
  await open();
  fill(driver);
  await press(formWords.send);
  await waitForText(extras.failed.kept);
  expect(findButton(formWords.send)?.disabled).toBe(false);
  expect(reported).toHaveBeenCalledOnce();
  reported.mockReset();
});

test('if hydration throws, the native form keeps the typed values', async () => {
  fill(driver);
  markHydrated();
  hydrate(island, { ...words, form: undefined } as never, isTyped);
  await expectNativeForm();
  expect(field('name').value).toEqual(driver.name);
  expect(field('message').value).toEqual(driver.message);
});

test('if the form throws after a success, the browser opens the success page', async () => {
  await sendDriver();
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(throwError);
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  answer({ accepted: true, reference: '7KQ2MA' });
  await expectNativeForm();
  expect(assign).toHaveBeenCalledExactlyOnceWith(getPagePath('sent', language));
  expect(field('message').value).toBe('');
});

test('if the form throws while the visitor types another request, the native form keeps it', async () => {
  await sendDriver();
  answer({ accepted: true, reference: '7KQ2MA' });
  await waitForText(sentLines);
  await press(extras.receipt.another);
  await eventually(() => expect(document.activeElement).toBe(field('name')));
  fill(driver);
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  vi.spyOn(Number.prototype, 'toFixed').mockImplementation(throwError);
  await search(position.ask);
  answerPosition?.(createPosition(onI45));
  await expectNativeForm();
  expect(assign).not.toHaveBeenCalled();
  expect(field('message').value).toContain(driver.message);
});

function throwError(): never {
  throw new RangeError('an add-on');
}

/** Waits until a check passes, with enough time for a busy machine. */
const eventually = <Result,>(check: () => Result) => vi.waitFor(check, { timeout: 10_000, interval: 5 });

const waitForText = (sentence: string) =>
  eventually(() => expect(document.body.textContent).toContain(sentence));

/** Shows the form and the places around it as the build renders them. */
function serve() {
  document.body.innerHTML =
    '<h3 id="request"></h3><div id="contact-form"></div><div id="toast-sent"></div><div id="toast-failed"></div>';
  document.body.appendChild(document.createElement('div')).id = callCardContainerId;
  island = document.getElementById('contact-form') as HTMLElement;
  const form = <ContactForm store={createFormStore()} language={language} words={words} />;
  island.innerHTML = renderToString(form);
  isTyped = watchTyping(island);
}

async function open() {
  markHydrated();
  hydrate(island, words, isTyped);
  await eventually(() => expect(island.querySelector('form')?.hasAttribute('novalidate')).toBe(true));
  await waitForText(extras.card.open);
}

/** Expects that the native form has replaced React's and the error was reported. */
async function expectNativeForm() {
  await eventually(() => expect(reported).toHaveBeenCalled());
  await eventually(() => expect(document.querySelector('form')?.hasAttribute('novalidate')).toBe(false));
  expect(document.querySelector('form')?.method).toBe('post');
  expect(reported).toHaveBeenCalledOnce();
  reported.mockReset();
}

/** Returns an input, a select, or a text area. The tests use only their common properties. */
const field = (name: FieldName) => document.getElementById(`contact-${name}`) as HTMLInputElement;

function fill(values: Partial<Record<FieldName, string>>) {
  for (const [name, value] of Object.entries(values)) {
    field(name as FieldName).value = value;
    field(name as FieldName).dispatchEvent(new Event('input', { bubbles: true }));
  }
}

const findButton = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

async function press(name: string) {
  await eventually(() => expect(findButton(name), name).toBeDefined());
  findButton(name)?.click();
}

async function send() {
  const calls = vi.mocked(sendContactRequest).mock.calls.length;
  await press(formWords.send);
  await eventually(() => expect(sendContactRequest).toHaveBeenCalledTimes(calls + 1));
  await eventually(() => expect(findButton(formWords.sending)?.disabled).toBe(true));
}

/** Submits the form, and returns whether the browser sends it and which message it would send. */
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

/** Shows the page from the back/forward cache, as the visitor left it. */
const showCachedPage = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

const getLastSent = () => vi.mocked(sendContactRequest).mock.lastCall?.[0] as Record<FieldName, string>;

/** Presses a button that asks the phone for its position, and waits for the question. */
async function search(button: string) {
  answerPosition = undefined;
  await press(button);
  await eventually(() => expect(answerPosition).toBeDefined());
}

async function locate() {
  await search(position.ask);
  answerPosition?.(createPosition(onI45));
  await eventually(() => expect(island.querySelector('.location-sign')?.textContent).toContain('Houston'));
}

const createPosition = (coords: object) => ({ coords, timestamp: 1 }) as GeolocationPosition;

const findInput = (label: string) =>
  [...island.querySelectorAll('label')].find(({ textContent }) => textContent === label)
    ?.control as HTMLInputElement;

function answerQuestion(label: string, value: string) {
  // React ignores an input event if the value was set through the element itself.
  const input = findInput(label);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function readEmailBody() {
  const href = island.querySelector('a[href^="mailto:"]')?.getAttribute('href') ?? 'mailto:';
  return new URL(href).searchParams.get('body');
}

/** Translates the page as Chrome does: each text gets two wrapper elements. */
function translate() {
  for (const node of listTextNodes(document.body)) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = node.data;
    outer.append(inner);
    node.replaceWith(outer);
  }
}

/** Wraps each control, as Firefox Relay does with an email field. */
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

function listTextNodes(root: Node): Text[] {
  if (root instanceof Text) {
    return root.data.trim() ? [root] : [];
  }
  return [...root.childNodes].flatMap((child) => listTextNodes(child));
}
