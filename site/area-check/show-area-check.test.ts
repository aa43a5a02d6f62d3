// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { words } from '../../content/words/index.ts';
import { showAreaCheck } from './show-area-check.ts';

const { areaCheck, hero } = words.en;

vi.mock('./find-area.ts', () => {
  throw new TypeError('Failed to fetch');
});

const readAnswer = () => document.querySelector('p')?.textContent;

function ask(typed: string) {
  const form = document.querySelector('form') as HTMLFormElement;
  const input = document.querySelector('input') as HTMLInputElement;
  input.value = typed;
  input.dispatchEvent(new Event('input'));
  form.requestSubmit();
  return { form, input, button: form.querySelector('button') };
}

test('without its table, the area check tells the visitor to call', async () => {
  document.body.innerHTML = `<h1><span>${hero.headline}</span></h1><div id="area-check"></div>`;
  const board = document.querySelector('h1') as HTMLElement;
  showAreaCheck(document.getElementById('area-check') as HTMLElement, board, areaCheck);
  for (const [typed, sentences] of [
    ['', areaCheck.empty],
    ['77084', areaCheck.ask],
  ] as const) {
    ask(typed);
    await vi.waitFor(() => expect(readAnswer()).toBe(sentences.join(' ')));
    // Screen readers read the answer once, because it gets the focus and isn't announced as well.
    expect(document.activeElement).toBe(document.querySelector('p'));
    expect(document.querySelectorAll('[role=alert], [aria-live]:not([aria-live=off])')).toHaveLength(0);
    // The board shows the answer in addition to its headline.
    expect(board.querySelector('[aria-hidden]')?.textContent).toBe(sentences.join('\n'));
    expect(board.querySelector(':not([aria-hidden])')?.textContent).toBe(hero.headline);
  }
  const { form, input, button } = ask('77084');
  await vi.waitFor(() => expect(button?.textContent).toBe(areaCheck.clear));
  form.requestSubmit();
  expect(board.textContent).toBe(hero.headline);
  expect(readAnswer()).toBeUndefined();
  expect(input.value).toBe('');
  expect(document.activeElement).toBe(input);
  expect(button?.textContent).toBe(areaCheck.press);
});

test('a late answer is announced to a visitor who is elsewhere on the page', async () => {
  document.body.innerHTML = `<h1></h1><div id="area-check"></div><input id="elsewhere" />`;
  const board = document.querySelector('h1') as HTMLElement;
  showAreaCheck(document.getElementById('area-check') as HTMLElement, board, areaCheck);
  ask('77084');
  document.getElementById('elsewhere')?.focus();
  await vi.waitFor(() => expect(readAnswer()).toBe(areaCheck.ask.join(' ')));
  expect(document.querySelector('[role=alert]')?.textContent).toBe(areaCheck.ask.join(' '));
  expect(document.activeElement?.id).toBe('elsewhere');
});

test('an answer disappears once the visitor types something else', async () => {
  document.body.innerHTML = `<h1><span>${hero.headline}</span></h1><div id="area-check"></div>`;
  const board = document.querySelector('h1') as HTMLElement;
  showAreaCheck(document.getElementById('area-check') as HTMLElement, board, areaCheck);
  const { input } = ask('77084');
  await vi.waitFor(() => expect(readAnswer()).toBe(areaCheck.ask.join(' ')));
  input.value = '7708';
  input.dispatchEvent(new Event('input'));
  expect(readAnswer()).toBeUndefined();
  expect(board.textContent).toBe(hero.headline);
});

test('a late answer is not shown if the input has changed', async () => {
  vi.useFakeTimers();
  document.body.innerHTML = `<h1><span>${hero.headline}</span></h1><div id="area-check"></div>`;
  const board = document.querySelector('h1') as HTMLElement;
  showAreaCheck(document.getElementById('area-check') as HTMLElement, board, areaCheck);
  const { input } = ask('77084');
  input.value = '7708';
  await vi.advanceTimersByTimeAsync(1_000);
  expect(readAnswer()).toBeUndefined();
  expect(board.textContent).toBe(hero.headline);
  vi.useRealTimers();
});
