// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { interpolate } from '../../content/interpolate.ts';
import { words as allWords } from '../../content/words/index.ts';
import {
  contactFields,
  type FieldName,
  fieldNames,
  fieldOf,
  honeypotName,
} from '../../contract/contact-fields.ts';
import { facts } from '../facts.ts';
import { ContactForm } from './ContactForm.tsx';
import { createFormStore } from './form-store.ts';
import { hydrate } from './hydrate.tsx';
// Loaded with the first key: it must not arrive after the last test.
import './Receipt.tsx';
import { type Result, sendContactRequest } from './send-contact-request.ts';

vi.mock('../../content/service-areas.ts', async () => ({
  serviceAreas: (await import('../../tests/support/example-areas.ts')).houstonAndAustin,
}));

vi.mock('./send-contact-request.ts', () => ({
  contactAction: () => '/functions/v1/send-contact-email',
  sendContactRequest: vi.fn(),
}));

const words = allWords.en;
const { form: text, roadside, outcome } = words;
const driver = { name: 'Ana Ortega', phone: '8325550188', email: 'ana@ortega.example', service: 'emergency' };
/** On I-45 north of downtown Houston. */
const onI45 = { latitude: 29.8195, longitude: -95.3767, accuracy: 12 };

const page =
  '<h3 id="request"></h3><div id="contact-form"></div><div id="toast-sent" role="status"></div><div id="toast-failed" role="alert"></div>';

let island: HTMLElement;
let getCurrentPosition: ReturnType<typeof vi.fn<Geolocation['getCurrentPosition']>>;
/** Ends the call that is under way. */
let answer: (result: Result) => void;

beforeEach(() => {
  sessionStorage.clear();
  document.documentElement.lang = 'en';
  document.body.innerHTML = page;
  island = document.getElementById('contact-form') as HTMLElement;
  getCurrentPosition = vi.fn();
  vi.stubGlobal('IntersectionObserver', NearObserver);
  vi.stubGlobal('GeolocationPositionError', { PERMISSION_DENIED: 1 });
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  vi.mocked(sendContactRequest).mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a phone corrected after a failure is in the email and in what is sent again', async () => {
  await open();
  fill({ ...driver, message: 'It stalled.' });
  await send();
  answer({ accepted: false });
  await eventually(() => expect(bodyOfEmail()).toContain('(832) 555-0188'));
  fill({ phone: '7135550199' });
  await eventually(() => expect(bodyOfEmail()).toContain('(713) 555-0199'));
  expect(bodyOfEmail()).not.toContain('832');
  await send();
  expect(lastSent()).toMatchObject({ phone: '7135550199' });
});

for (const [when, end] of [
  ['Clear', async () => press(roadside.clear)],
  [
    'a success',
    async () => {
      await send();
      answer({ accepted: true, reference: '7KQ2MA' });
    },
  ],
] as const) {
  test(`a position that arrives after ${when} changes nothing`, async () => {
    await open();
    fill({ ...driver, message: 'It stalled.' });
    await press(roadside.position.ask);
    await eventually(() => expect(getCurrentPosition).toHaveBeenCalled());
    await end();
    await eventually(() => expect(field('message').value).toBe(''));
    found();
    fill({ service: 'emergency' });
    await seen(roadside.position.ask);
    expect(island.textContent).not.toContain('29.81950');
    expect(island.querySelector('.roadside-lines')).toBeNull();
    expect(sessionStorage.getItem('draft')).not.toContain('location');
  });
}

test('a location fills the message: its error goes, and Send sends the line', async () => {
  await open();
  fill(driver);
  await press(text.send);
  await seen(text.problems.message.missing);
  await locate();
  await eventually(() => expect(island.textContent).not.toContain(text.problems.message.missing));
  expect(field('message').getAttribute('aria-invalid')).toBe('false');
  expect(field('message').value).toBe('');
  // What came by itself takes room only with the next press.
  expect(lines()).toEqual([]);
  field('name').click();
  await eventually(() => expect(lines()).toHaveLength(1));
  await send();
  const { lines: labels } = roadside.position;
  const sent = lastSent().message.split('\n');
  expect(sent[0]).toContain(`${labels.where}: `);
  expect(sent[1]).toContain(`${labels.coordinates}: 29.81950, -95.37670 (`);
  expect(sent.slice(2)).toEqual([`${labels.map}: https://maps.google.com/?q=29.81950,-95.37670`]);
});

test('each line can be removed, and without lines the message is required', async () => {
  await open();
  fill(driver);
  await locate();
  answerQuestion(roadside.position.sign, 'I-45 north');
  await eventually(() => expect(lines()).toHaveLength(2));
  for (const label of [roadside.position.sign, roadside.position.lines.where]) {
    const remove = island.querySelector<HTMLElement>(
      `[aria-label="${interpolate(roadside.lines.remove, { line: label })}"]`,
    );
    remove?.focus();
    remove?.click();
    await eventually(() => expect(lines().join()).not.toContain(`${label}:`));
    expect(document.activeElement?.closest('.roadside-lines, textarea')).not.toBeNull();
  }
  expect(lines()).toEqual([]);
  expect(document.activeElement).toBe(field('message'));
  await press(text.send);
  await seen(text.problems.message.missing);
  expect(sendContactRequest).not.toHaveBeenCalled();
});

test("the visitor's words stay as typed, and lines leave them less room", async () => {
  await open();
  const own = 'x'.repeat(contactFields.message.limit - 10);
  fill({ ...driver, message: own });
  await locate();
  expect(field('message').value).toBe(own);
  await press(text.send);
  await eventually(() => {
    const [, limit] = /Use (\d+) characters/.exec(island.textContent ?? '') ?? [];
    expect(Number(limit)).toBeLessThan(contactFields.message.limit - 100);
  });
  fill({ message: 'x'.repeat(100) });
  await send();
  expect(lastSent().message).toMatch(/\n\nx{100}$/);
});

for (const [end, code] of [
  ['denied', 1],
  ['failed', 3],
  ['outside', undefined],
] as const) {
  test(`a position that is ${end} is explained, and what can be seen is asked for`, async () => {
    await open();
    fill({ service: 'emergency' });
    await seen(roadside.position.ask);
    const ask = buttonNamed(roadside.position.ask) as HTMLButtonElement;
    ask.focus();
    ask.click();
    await eventually(() => expect(getCurrentPosition).toHaveBeenCalled());
    if (code) getCurrentPosition.mock.lastCall?.[1]?.({ code } as GeolocationPositionError);
    else found({ latitude: 35.47, longitude: -97.52, accuracy: 10 });
    await seen(roadside.position[end]);
    await eventually(() => expect(document.activeElement).toBe(inputLabeled(roadside.position.sign)));
    // Read as the input's label, and not once more.
    expect(searchNote()?.getAttribute('aria-live')).toBe('off');
    answerQuestion(roadside.position.sign, 'I-10');
    await eventually(() => expect(lines()).toHaveLength(1));
    expect(field('message').value).toBe('');
  });
}

test('a search that ends while another field has the focus leaves it there', async () => {
  await open();
  fill({ service: 'emergency' });
  await press(roadside.position.ask);
  await eventually(() => expect(getCurrentPosition).toHaveBeenCalled());
  field('name').focus();
  getCurrentPosition.mock.lastCall?.[1]?.({ code: 3 } as GeolocationPositionError);
  await seen(roadside.position.failed);
  expect(document.activeElement).toBe(field('name'));
  expect(searchNote()?.getAttribute('aria-live')).toBe('polite');
});

for (const { what, name, problem, value } of [
  { what: 'a blank name', name: 'name', problem: 'missing', value: '   ' },
  { what: 'a tab within a phone', name: 'phone', problem: 'malformed', value: '713\t555' },
  { what: 'an address without @', name: 'email', problem: 'malformed', value: 'ana' },
  {
    what: 'a name that is too long',
    name: 'name',
    problem: 'tooLong',
    value: 'a'.repeat(contactFields.name.limit + 1),
  },
  {
    what: 'a message that is too long',
    name: 'message',
    problem: 'tooLong',
    value: 'a'.repeat(contactFields.message.limit + 1),
  },
] as const) {
  test(`does not send ${what}, and keeps what was typed`, async () => {
    await open();
    fill({ ...driver, message: 'It stalled.', [name]: value });
    await press(text.send);
    await seen(interpolate(text.problems[name][problem], { limit: fieldOf(name).limit ?? '' }));
    expect(document.activeElement).toBe(field(name));
    expect(field(name).value).toBe(value);
    expect(sendContactRequest).not.toHaveBeenCalled();
  });
}

test('the same content is sent with the same key, changed content with a new one', async () => {
  await open();
  fill({ ...driver, message: 'It stalled.' });
  for (const message of ['It stalled.', 'It stalled.', 'It burns.']) {
    fill({ message });
    await send();
    answer({ accepted: false });
    await eventually(() => expect(buttonNamed(text.send)?.disabled).toBe(false));
  }
  const keys = vi.mocked(sendContactRequest).mock.calls.map(([, , key]) => key);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a page that comes back from the browser’s cache in mid-send can be used', async () => {
  await open();
  fill({ ...driver, message: 'It stalled.' });
  await send();
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await eventually(() => expect(buttonNamed(text.send)?.disabled).toBe(false));
  const [, , , signal] = vi.mocked(sendContactRequest).mock.lastCall ?? [];
  expect(signal?.aborted).toBe(true);
  expect(field('message').value).toBe('It stalled.');
  await send();
});

test('while it sends, nothing can be added; a failure gives it back', async () => {
  await open();
  fill({ ...driver, message: 'It stalled.' });
  await send();
  for (const name of ['name', 'phone', 'email', 'message'] as const) {
    expect((field(name) as HTMLInputElement).readOnly, name).toBe(true);
  }
  expect((field('service') as HTMLSelectElement).disabled).toBe(true);
  expect(island.querySelector<HTMLFieldSetElement>('.roadside')?.disabled).toBe(true);
  answer({ accepted: false });
  await seen(roadside.failed.title);
  expect((field('message') as HTMLTextAreaElement).readOnly).toBe(false);
  expect((field('service') as HTMLSelectElement).disabled).toBe(false);
  expect(field('service').value).toBe('emergency');
});

test('a success moves the focus to the heading, then empties the form', async () => {
  await open();
  fill({ ...driver, message: 'It stalled.' });
  await send();
  answer({ accepted: true, reference: '7KQ2MA' });
  await eventually(() => expect(document.activeElement?.textContent).toBe(roadside.receipt.title));
  // As long as the heading of the sending is there, a screen reader that reads it finds its way.
  expect(island.textContent).toContain(text.sending);
  await eventually(() => expect(island.querySelector('h4')?.textContent).toBe(roadside.receipt.title));
  for (const name of ['name', 'phone', 'email', 'service', 'message'] as const) {
    expect(field(name).value, name).toBe('');
  }
  expect(document.activeElement?.textContent).toBe(roadside.receipt.title);
  expect(island.textContent).not.toContain(text.sending);
  expect(sessionStorage.getItem('draft')).toBeNull();
  expect(island.textContent).toContain('7KQ2MA');
  // One thing is added to the live region, not its parts.
  expect(document.querySelector('#toast-sent > [role="group"]:only-child')?.textContent).toContain(
    outcome.sent.title,
  );
});

test('a toast that is closed at once gives the focus to the heading that stays', async () => {
  await open();
  fill({ ...driver, message: 'It stalled.' });
  await send();
  answer({ accepted: true, reference: '7KQ2MA' });
  const toast = () => document.querySelector<HTMLElement>('#toast-sent button');
  await eventually(() => expect(toast()).not.toBeNull());
  expect(island.textContent).toContain(text.sending);
  toast()?.focus();
  toast()?.click();
  await eventually(() => expect(toast()).toBeNull());
  expect(document.activeElement?.textContent).toBe(roadside.receipt.title);
});

test.each([10, ''] as const)(
  'the receipt says when somebody calls, if the owner has said it: %j',
  async (minutes) => {
    vi.spyOn(facts, 'answerWithinMinutes', 'get').mockReturnValue(minutes);
    await open();
    fill({ ...driver, message: 'It stalled.' });
    await send();
    answer({ accepted: true, reference: '7KQ2MA' });
    await seen('7KQ2MA');
    const [promise = ''] = roadside.receipt.answer.split('{n}');
    expect(island.textContent?.includes(`${promise}${minutes}`)).toBe(minutes !== '');
  },
);

test('errors are counted, and untouched fields are not invalid', async () => {
  await open();
  for (const name of ['name', 'email'] as const) {
    expect(field(name).getAttribute('aria-invalid')).toBe('false');
  }
  fill({ name: 'Ana' });
  await press(text.send);
  await seen(interpolate(text.fixMany, { count: 4 }));
  expect(document.activeElement).toBe(field('phone'));
  fill({ phone: '713', email: 'ana@ortega.example', service: 'fleet' });
  await press(text.send);
  await seen(text.fixOne);
});

test('a second press while it sends sends nothing', async () => {
  await open();
  fill({ ...driver, message: 'It stalled.' });
  const form = island.querySelector('form') as HTMLFormElement;
  form.requestSubmit();
  form.requestSubmit();
  await seen(text.sending);
  expect(document.activeElement?.textContent).toBe(text.sending);
  answer({ accepted: true, reference: '7KQ2MA' });
  await seen('7KQ2MA');
  expect(sendContactRequest).toHaveBeenCalledTimes(1);
});

test('the five fields are sent as typed, and never the honeypot', async () => {
  await open();
  fill({ ...driver, phone: '+52 (81) 1234-5678 ext 9', message: 'It stalled.' });
  (document.querySelector(`[name=${honeypotName}]`) as HTMLInputElement).value = 'filled in by a browser';
  await send();
  expect(lastSent()).toEqual({ ...driver, phone: '+52 (81) 1234-5678 ext 9', message: 'It stalled.' });
});

test('a reload in mid-send and a second press are still one request', async () => {
  await open();
  fill({ ...driver, message: 'It stalled.' });
  await send();
  document.body.innerHTML = page;
  island = document.getElementById('contact-form') as HTMLElement;
  await open();
  expect(field('message').value).toBe('It stalled.');
  await send();
  const keys = vi.mocked(sendContactRequest).mock.calls.map(([, , key]) => key);
  expect(keys[1]).toBe(keys[0]);
});

test('Clear empties the form and what was kept, and begins at the first field', async () => {
  await open();
  expect(buttonNamed(roadside.clear)).toBeUndefined();
  fill({ ...driver, message: 'It stalled.' });
  await press(roadside.clear);
  await eventually(() => expect(field('message').value).toBe(''));
  expect(document.activeElement).toBe(field('name'));
  expect(sessionStorage.length).toBe(0);
});

test('the position is asked for when its button is pressed, exactly, and the search can be stopped', async () => {
  await open();
  fill({ service: 'emergency' });
  await seen(roadside.position.ask);
  expect(getCurrentPosition).not.toHaveBeenCalled();
  await press(roadside.position.ask);
  await eventually(() => expect(getCurrentPosition).toHaveBeenCalledTimes(1));
  const exactly = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 };
  expect(getCurrentPosition.mock.lastCall?.[2]).toEqual(exactly);
  await press(roadside.position.stop);
  await seen(roadside.position.stopped);
  found();
  fill({ name: 'Ana' });
  expect(island.querySelector('.roadside-sign')).toBeNull();
});

test('a failure offers every other way, with what was typed', async () => {
  await open();
  fill({ ...driver, message: 'It stalled.' });
  for (let times = 1; times <= 2; times += 1) {
    await send();
    expect(document.querySelector('#toast-failed .toast')).toBeNull();
    answer({ accepted: false });
    // Announced again each time.
    await eventually(() =>
      expect(document.querySelector('#toast-failed .toast')?.textContent).toContain(outcome.failed.title),
    );
  }
  await seen(roadside.failed.title);
  for (const said of ['It stalled.', driver.name, '(832) 555-0188', driver.email]) {
    expect(bodyOfEmail()).toContain(said);
  }
  expect(island.querySelector('#sent a[href^="tel:"]')?.textContent).toContain(roadside.call);
});

test('the receipt shows what was sent, and can be copied', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await open();
  fill({ ...driver, message: 'It stalled.' });
  await send();
  answer({ accepted: true, reference: '7KQ2MA' });
  await press(roadside.receipt.copy);
  await seen(roadside.receipt.copied);
  for (const said of ['7KQ2MA', driver.name, 'It stalled.']) {
    expect(writeText).toHaveBeenCalledWith(expect.stringContaining(said));
    expect(island.querySelector('#sent')?.textContent).toContain(said);
  }
});

test('the dispatch card shows what was typed and located, before and after sending', async () => {
  await open();
  fill({ ...driver, message: 'It stalled.' });
  await locate();
  for (const when of ['before', 'after']) {
    await press(roadside.card.open);
    const card = () => document.querySelector('dialog[open]');
    await eventually(() => expect(card()?.textContent).toContain('It stalled.'));
    for (const said of [driver.name, '(832) 555-0188', '29.819 50', '95.376 70']) {
      expect(card()?.textContent, when).toContain(said);
    }
    await press(roadside.card.close);
    await eventually(() => expect(card()).toBeNull());
    if (when === 'after') return;
    await send();
    answer({ accepted: true, reference: '7KQ2MA' });
    await eventually(() => expect(field('message').value).toBe(''));
  }
});

test('a field shows no error when it is left', async () => {
  await open();
  for (const name of fieldNames) {
    field(name).focus();
    field(name).blur();
  }
  fill({ name: 'Ana' });
  await seen(roadside.clear);
  expect(island.querySelector('.field-error, [aria-invalid=true]')).toBeNull();
});

test('a fleet is asked for its yard instead of a location', async () => {
  await open();
  fill({ ...driver, service: 'fleet' });
  await seen(roadside.hints.fleet[0] as string);
  expect(island.textContent).not.toContain(roadside.position.ask);
  answerQuestion(roadside.hints.fleet[0] as string, ' 1200 Main St,  Katy');
  await send();
  expect(lastSent().message).toBe(`${roadside.hints.fleet[0]}: 1200 Main St, Katy`);
});

test('typing before hydration is kept, and beats the saved draft', async () => {
  sessionStorage.setItem('draft', JSON.stringify({ fields: { name: 'Old', message: 'Saved' } }));
  await open(() => fill({ name: 'New' }));
  expect(field('name').value).toBe('New');
  expect(field('message').value).toBe('Saved');
});

test("a saved draft's helpers and lines wait for a press: nothing moves by itself", async () => {
  sessionStorage.setItem('draft', JSON.stringify({ fields: driver, answers: { sign: '51 B' } }));
  await open();
  expect(field('service').value).toBe('emergency');
  expect(island.querySelector('.roadside')).toBeNull();
  expect(lines()).toEqual([]);
  field('name').click();
  await seen(roadside.position.ask);
  expect(lines()).toEqual([expect.stringContaining('51 B')]);
});

test('a helper that throws is gone, and the form sends', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await open();
  const { rules } = roadside.safety;
  Object.assign(roadside.safety, { rules: undefined });
  fill({ ...driver, message: 'It stalled.' });
  await eventually(() => expect(console.error).toHaveBeenCalled());
  Object.assign(roadside.safety, { rules });
  expect(island.querySelector('.roadside')).toBeNull();
  await send();
  expect(lastSent()).toMatchObject({ ...driver, message: 'It stalled.' });
});

test('if the form itself throws, the native form takes its place with what was typed', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('reportError', vi.fn());
  await open();
  fill({ ...driver, message: 'It stalled.' });
  const describing = vi.spyOn(Number.prototype, 'toFixed').mockImplementation(() => {
    throw new RangeError('no such number');
  });
  await press(roadside.position.ask);
  await eventually(() => expect(getCurrentPosition).toHaveBeenCalled());
  found();
  await eventually(() => expect(document.querySelector('form')?.hasAttribute('novalidate')).toBe(false));
  const form = document.querySelector('form') as HTMLFormElement;
  expect(form.method).toBe('post');
  expect((form.elements.namedItem('name') as HTMLInputElement).value).toBe(driver.name);
  // With what was shown beside it, for it is sent without React.
  expect((form.elements.namedItem('message') as HTMLTextAreaElement).value).toBe(
    '29.8195\n-95.3767\nIt stalled.',
  );
  describing.mockRestore();
});

test('if it throws while it is hydrated, what was typed before stays', async () => {
  vi.stubGlobal('reportError', vi.fn());
  island.innerHTML = renderToString(<ContactForm store={createFormStore()} language="en" words={words} />);
  fill({ name: driver.name, message: 'It stalled.' });
  const natively = document.querySelector('form');
  hydrate(island, { ...words, form: undefined } as never);
  await eventually(() => expect(document.querySelector('form')).not.toBe(natively));
  expect(field('name').value).toBe(driver.name);
  expect(field('message').value).toBe('It stalled.');
});

/** Waits for something to hold, also on a busy machine. */
const eventually = <Result,>(check: () => Result) => vi.waitFor(check, { timeout: 10_000, interval: 5 });

/** Everything is near. */
class NearObserver {
  private readonly tell: IntersectionObserverCallback;
  constructor(tell: IntersectionObserverCallback) {
    this.tell = tell;
  }
  observe() {
    setTimeout(() => this.tell([{ isIntersecting: true } as IntersectionObserverEntry], this as never));
  }
  disconnect() {}
}

/** Serves the form, and hydrates it; between the two, what a quick visitor does. */
async function open(before = () => {}) {
  island.innerHTML = renderToString(<ContactForm store={createFormStore()} language="en" words={words} />);
  before();
  hydrate(island, words);
  await eventually(() => expect(island.querySelector('form')?.hasAttribute('novalidate')).toBe(true));
  await seen(roadside.card.open);
}

function field(name: FieldName) {
  return document.getElementById(`contact-${name}`) as
    | HTMLInputElement
    | HTMLSelectElement
    | HTMLTextAreaElement;
}

function fill(values: Partial<Record<FieldName, string>>) {
  for (const [name, value] of Object.entries(values)) {
    field(name as FieldName).value = value;
    field(name as FieldName).dispatchEvent(new Event('input', { bubbles: true }));
  }
}

const buttonNamed = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

async function press(name: string) {
  const button = await eventually(() => {
    const found = buttonNamed(name);
    if (!found) throw new Error(`No button "${name}".`);
    return found;
  });
  button.click();
}

async function send() {
  const calls = vi.mocked(sendContactRequest).mock.calls.length;
  await press(text.send);
  await eventually(() => expect(sendContactRequest).toHaveBeenCalledTimes(calls + 1));
  await eventually(() => expect(buttonNamed(text.sending)?.disabled).toBe(true));
}

const lastSent = () => vi.mocked(sendContactRequest).mock.lastCall?.[0] as Record<FieldName, string>;

async function locate() {
  await press(roadside.position.ask);
  await eventually(() => expect(getCurrentPosition).toHaveBeenCalled());
  found();
  await eventually(() => expect(island.querySelector('.roadside-sign')?.textContent).toContain('Houston'));
}

const found = (coords = onI45) =>
  getCurrentPosition.mock.lastCall?.[0]({ coords, timestamp: Date.now() } as GeolocationPosition);

const searchNote = () => document.getElementById('roadside-search');
const lines = () =>
  [...island.querySelectorAll('.roadside-lines li')].map(({ textContent }) => textContent ?? '');

const inputLabeled = (label: string) =>
  [...island.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.control;

function answerQuestion(label: string, value: string) {
  const input = inputLabeled(label);
  if (!(input instanceof HTMLInputElement)) throw new Error(`Nothing asks for "${label}".`);
  // React ignores an input event whose value it has set itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function bodyOfEmail() {
  const href = island.querySelector('a[href^="mailto:"]')?.getAttribute('href') ?? 'mailto:';
  return new URL(href).searchParams.get('body');
}

const seen = (sentence: string) => eventually(() => expect(document.body.textContent).toContain(sentence));
