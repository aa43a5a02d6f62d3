// @vitest-environment happy-dom
// What translators, add-ons, content networks and odd phones do to the form.
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { words as allWords } from '../../content/words/index.ts';
import type { FieldName } from '../../contract/contact-fields.ts';
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
  contactAction: (language: string) => `/send?lang=${language}`,
  sendContactRequest: vi.fn(),
}));

const words = allWords.en;
const { form: text, roadside } = words;
const driver = {
  name: 'Ana Ortega',
  phone: '8325550188',
  email: 'ana@ortega.example',
  service: 'emergency',
  message: 'It stalled.',
};
const onI45 = { latitude: 29.8195, longitude: -95.3767, accuracy: 12 };

let island: HTMLElement;
let answerPosition: PositionCallback | undefined;
let refusePosition: PositionErrorCallback | null | undefined;
/** Ends the call that is under way. */
let answer: (result: Result) => void;
const reported = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  document.documentElement.lang = 'en';
  document.documentElement.dataset.language = 'en';
  document.body.innerHTML =
    '<h3 id="request"></h3><div id="contact-form"></div><div id="toast-sent"></div><div id="toast-failed"></div>';
  island = document.getElementById('contact-form') as HTMLElement;
  island.innerHTML = renderToString(<ContactForm store={createFormStore()} language="en" words={words} />);
  vi.stubGlobal('reportError', reported);
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
  answerPosition = undefined;
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, failed) => {
    [answerPosition, refusePosition] = [found, failed];
  };
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  vi.mocked(sendContactRequest).mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
});

afterEach(() => {
  expect(reported).not.toHaveBeenCalled();
  reported.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const strangers: Record<string, () => void> = {
  'an element beside an input': () => field('name').after(document.createElement('keeper-lock')),
  'an element before the message': () => field('message').before(document.createElement('lt-highlighter')),
  'a wrapper around each control': wrapControls,
  'a translation': translate,
  'comments that a content network removes': () => removeComments(island),
  'a form without its first paragraph': () => island.querySelector('p')?.remove(),
};

test.each(Object.entries(strangers))(
  '%s before hydration costs nothing that was typed',
  async (_, change) => {
    fill({ name: 'Ana Ortega', service: 'fleet', message: 'Lost power at exit 57, smoke from' });
    const message = field('message');
    message.focus();
    change();
    await hydrated();
    expect(field('name').value).toBe('Ana Ortega');
    expect(field('service').value).toBe('fleet');
    expect(field('message').value).toBe('Lost power at exit 57, smoke from');
    expect(sessionStorage.getItem('draft')).toContain('exit 57');
    expect(document.activeElement).toBe(field('message'));
  },
);

test('a link’s choice of service survives a form that is rendered anew', async () => {
  const select = field('service');
  select.value = 'fleet';
  select.dataset.byLink = 'fleet';
  field('name').after(document.createElement('keeper-lock'));
  await hydrated();
  expect(field('service')).not.toBe(select);
  expect(field('service').value).toBe('fleet');
  expect(field('service').dataset.byLink).toBe('fleet');
});

test('the form as served is kept, and holds no comment that a content network could remove', async () => {
  expect(island.innerHTML).not.toContain('<!--');
  const served = island.querySelector('form');
  await hydrated();
  expect(island.querySelector('form')).toBe(served);
});

test.each([
  ['translated', translate],
  ['with each control in a wrapper', wrapControls],
])('a request can be written, refused, corrected and sent on a page %s at each step', async (_, change) => {
  await hydrated();
  const step = async (action: () => unknown, shown: string) => {
    change();
    await action();
    await seen(shown);
    expect(island.querySelector('form')?.hasAttribute('novalidate')).toBe(true);
  };
  await step(() => press(text.send), text.problems.name.missing);
  await step(() => fill({ name: driver.name, service: 'fleet' }), roadside.hints.fleet[0] as string);
  await step(() => fill({ service: 'emergency' }), roadside.position.ask);
  await step(() => search(roadside.position.ask), roadside.position.searching);
  await step(() => press(roadside.position.stop), roadside.position.stopped);
  await step(() => search(roadside.position.again), roadside.position.searching);
  await step(() => refusePosition?.({ code: 1 } as GeolocationPositionError), roadside.position.denied);
  await step(() => search(roadside.position.again), roadside.position.searching);
  await step(() => answerPosition?.(positionAt(onI45)), 'downtown Houston');
  await step(() => field('name').click(), roadside.lines.title);
  await step(() => press('×'), roadside.position.ask);
  await step(() => press(roadside.card.open), roadside.card.title);
  await step(() => press(roadside.card.close), roadside.card.open);
  await step(() => fill(driver), roadside.clear);
  await step(() => press(text.send), text.sending);
  await step(() => answer({ accepted: false, problems: { email: 'No such address.' } }), 'No such address.');
  await step(() => fill({ email: driver.email }), roadside.failed.title);
  await step(() => press(roadside.failed.again), text.sending);
  await step(() => answer({ accepted: true, reference: '7KQ2MA' }), '7KQ2MA');
  await eventually(() => expect(field('message').value).toBe(''));
});

test.each(['vi', 'zh-CN', 'auto', 'es', ''])('with <html lang="%s"> the form stays ours', async (lang) => {
  document.documentElement.lang = lang;
  await hydrated();
  expect(island.querySelector('form')?.getAttribute('action')).toBe('/send?lang=en');
  expect(island.textContent).toContain(text.labels.name);
});

test('what the function says of a field appears at the field, until it is changed', async () => {
  await hydrated();
  fill(driver);
  await press(text.send);
  await eventually(() => expect(sendContactRequest).toHaveBeenCalled());
  answer({ accepted: false, problems: { email: 'No such address.' } });
  await seen(roadside.failed.title);
  expect(document.getElementById('contact-email-error')?.textContent).toBe('No such address.');
  expect(document.activeElement).toBe(field('email'));
  fill({ email: 'ana@elsewhere.example' });
  await eventually(() => expect(island.textContent).not.toContain('No such address.'));
});

test.each([
  'ana@ortega.example\u00a0',
  '\ufeffana@ortega.example',
  '\u202aana@ortega.example\u202c',
  'ana@ortega.example\u200e',
  'ana@or\u00adtega.example',
  '\u2060ana@ortega.example\u2066\u2069',
])('an email address that looks complete is complete: %j', async (email) => {
  await hydrated();
  fill({ ...driver, email, name: `\u200b${driver.name}\u00a0` });
  await press(text.send);
  await eventually(() => expect(sendContactRequest).toHaveBeenCalled());
  expect(vi.mocked(sendContactRequest).mock.lastCall?.[0]).toEqual(driver);
});

test.each([
  ['no accuracy and no time', { coords: { latitude: 29.8195, longitude: -95.3767 } }],
  ['an accuracy that is null', { coords: { ...onI45, accuracy: null }, timestamp: 0 }],
  ['an accuracy without end', { coords: { ...onI45, accuracy: Infinity }, timestamp: 1e18 }],
  ['an accuracy of nothing', { coords: { ...onI45, accuracy: 0 }, timestamp: new Date() }],
  ['an accuracy that is no number', { coords: { ...onI45, accuracy: Number.NaN }, timestamp: Number.NaN }],
])('a position with %s is a place, and costs nothing after a reload', async (_, position) => {
  await hydrated();
  fill(driver);
  await search(roadside.position.ask);
  answerPosition?.(position as unknown as GeolocationPosition);
  await seen('downtown Houston');
  await press(text.send);
  await eventually(() => expect(sendContactRequest).toHaveBeenCalled());
  const { message } = vi.mocked(sendContactRequest).mock.lastCall?.[0] ?? {};
  expect(message).toContain('29.81950, -95.37670');
  expect(message).not.toMatch(/NaN|Invalid|undefined|Infinity|null|1970| 0 ft/);
  const { fields, location } = createFormStore(() => sessionStorage).get().draft;
  expect(fields.name).toBe(driver.name);
  expect(location).toMatchObject({ latitude: 29.8195 });
});

test.each([
  ['is no place', () => answerPosition?.({ coords: {}, timestamp: 1 } as unknown as GeolocationPosition)],
  ['is nothing at all', () => answerPosition?.(undefined as unknown as GeolocationPosition)],
  ['is refused without a reason', () => refusePosition?.(undefined as unknown as GeolocationPositionError)],
])('a position that %s is one that was not found', async (_, end) => {
  await hydrated();
  fill(driver);
  await search(roadside.position.ask);
  end();
  await seen(roadside.position.failed);
});

test.each([
  [
    'throws',
    {
      getCurrentPosition: () => {
        throw new TypeError('Illegal invocation');
      },
    },
  ],
  ['is not there', undefined],
])('a geolocation that %s is one that finds nothing', async (_, geolocation) => {
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
  await hydrated();
  fill(driver);
  await press(roadside.position.ask);
  await seen(roadside.position.failed);
});

test('a browser that cannot write a time shows the receipt without it', async () => {
  await hydrated();
  fill(driver);
  await press(text.send);
  await eventually(() => expect(sendContactRequest).toHaveBeenCalled());
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function refuse() {
    throw new RangeError('Incorrect locale information provided');
  });
  answer({ accepted: true, reference: '7KQ2MA' });
  await seen(roadside.receipt.what);
  expect(island.querySelector('#sent')?.textContent).toContain(driver.message);
});

test.each([undefined, { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }])(
  'a receipt that cannot be copied is shown and selected, to be copied by hand',
  async (clipboard) => {
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    await hydrated();
    fill(driver);
    await press(text.send);
    await eventually(() => expect(sendContactRequest).toHaveBeenCalled());
    answer({ accepted: true, reference: '7KQ2MA' });
    await press(roadside.receipt.copy);
    await eventually(() =>
      expect(island.querySelector<HTMLDetailsElement>('#sent details')?.open).toBe(true),
    );
    expect(getSelection()?.toString()).toContain(driver.message);
    expect(island.textContent).not.toContain(roadside.receipt.copied);
  },
);

test('text of another direction is isolated from ours, in fields, lines and receipt', async () => {
  await hydrated();
  const message = 'توقفت الشاحنة على I-45 عند المخرج 57';
  fill({ ...driver, name: 'سامي المثال', message });
  for (const name of ['name', 'message'] as const) expect(field(name).dir).toBe('auto');
  await seen(roadside.hints.emergency[0] as string);
  answerQuestion(roadside.hints.emergency[0] as string, 'فولفو D13');
  await press(text.send);
  await eventually(() => expect(sendContactRequest).toHaveBeenCalled());
  const sent = vi.mocked(sendContactRequest).mock.lastCall?.[0];
  expect(sent?.message).toBe(`${roadside.hints.emergency[0]}: \u2068فولفو D13\u2069\n\n${message}`);
  expect(sent?.name).toBe('سامي المثال');
  answer({ accepted: true, reference: '7KQ2MA' });
  await seen(roadside.receipt.what);
  for (const value of island.querySelectorAll<HTMLElement>('#sent dd')) expect(value.dir).toBe('auto');
});

test('if React fails after a success, the native form shows it and sends nothing twice', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await hydrated();
  fill(driver);
  await press(text.send);
  await eventually(() => expect(sendContactRequest).toHaveBeenCalled());
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(() => {
    throw new Error('an add-on');
  });
  answer({ accepted: true, reference: '7KQ2MA' });
  await eventually(() => expect(document.querySelector('form')?.hasAttribute('novalidate')).toBe(false));
  expect(document.getElementById('sent')?.hidden).toBe(false);
  expect(field('message').value).toBe('');
  expect(reported).toHaveBeenCalledOnce();
  reported.mockReset();
});

/** Waits for something to hold, also on a busy machine. */
const eventually = <Result,>(check: () => Result) => vi.waitFor(check, { timeout: 10_000, interval: 5 });

async function hydrated() {
  hydrate(island, words);
  await eventually(() => expect(island.querySelector('form')?.hasAttribute('novalidate')).toBe(true));
  await seen(roadside.card.open);
}

/** Presses a button that asks the phone, and waits until it is asked. */
async function search(button: string) {
  answerPosition = undefined;
  await press(button);
  await eventually(() => expect(answerPosition).toBeDefined());
}

const positionAt = (coords: object) => ({ coords, timestamp: 1 }) as GeolocationPosition;

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
    if (focused) (control as HTMLElement).focus();
  }
}

function textsIn(root: Node): Text[] {
  if (root instanceof Text) return root.data.trim() ? [root] : [];
  return [...root.childNodes].flatMap((child) => textsIn(child));
}

function removeComments(root: Node) {
  for (const child of [...root.childNodes]) {
    if (child.nodeType === Node.COMMENT_NODE) (child as Comment).remove();
    else removeComments(child);
  }
}

const field = (name: FieldName) => document.getElementById(`contact-${name}`) as HTMLInputElement;

function fill(values: Partial<Record<FieldName, string>>) {
  for (const [name, value] of Object.entries(values)) {
    field(name as FieldName).value = value;
    field(name as FieldName).dispatchEvent(new Event('input', { bubbles: true }));
  }
}

async function press(name: string) {
  const button = await eventually(() => {
    const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
    if (!found) throw new Error(`No button "${name}".`);
    return found;
  });
  button.click();
}

function answerQuestion(label: string, value: string) {
  const input = [...island.querySelectorAll('label')].find(({ textContent }) => textContent === label)
    ?.control as HTMLInputElement;
  // React ignores an input event whose value it has set itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

const seen = (sentence: string) => eventually(() => expect(document.body.textContent).toContain(sentence));
