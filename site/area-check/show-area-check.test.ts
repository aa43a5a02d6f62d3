// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { words } from '../../content/words/index.ts';
import { showAreaCheck } from './show-area-check.ts';

const { areaCheck, hero } = words.en;

vi.mock('./find-area.ts', () => {
  throw new TypeError('Failed to fetch');
});

function ask(typed: string) {
  const form = document.querySelector('form') as HTMLFormElement;
  const input = document.querySelector('input') as HTMLInputElement;
  input.value = typed;
  input.dispatchEvent(new Event('input'));
  form.requestSubmit();
  return { form, input, button: form.querySelector('button'), answer: form.querySelector('p') };
}

test('without its table, the area check tells the visitor to call', async () => {
  document.body.innerHTML = `<h1><span>${hero.headline}</span></h1><div id="area-check"></div>`;
  const board = document.querySelector('h1') as HTMLElement;
  showAreaCheck(document.getElementById('area-check') as HTMLElement, board, areaCheck);
  for (const [typed, sentences] of [
    ['', areaCheck.empty],
    ['77084', areaCheck.ask],
  ] as const) {
    const { answer } = ask(typed);
    await vi.waitFor(() => expect(answer?.textContent).toBe(sentences.join(' ')));
    // Screen readers announce the answer once, because the other copy is not a live region.
    expect(document.querySelectorAll('[aria-live]')).toHaveLength(1);
    expect(answer?.getAttribute('aria-live')).toBe('polite');
    // The board shows the answer in addition to its headline.
    expect(board.querySelector('[aria-hidden]')?.textContent).toBe(sentences.join('\n'));
    expect(board.querySelector(':not([aria-hidden])')?.textContent).toBe(hero.headline);
  }
  const { form, input, button, answer } = ask('77084');
  await vi.waitFor(() => expect(button?.textContent).toBe(areaCheck.clear));
  form.requestSubmit();
  expect(board.textContent).toBe(hero.headline);
  expect(answer?.textContent).toBe('');
  expect(input.value).toBe('');
  expect(document.activeElement).toBe(input);
  expect(button?.textContent).toBe(areaCheck.press);
});

test('an answer is announced once, then describes the field and its button', async () => {
  document.body.innerHTML = `<h1><span>${hero.headline}</span></h1><div id="area-check"></div>`;
  const board = document.querySelector('h1') as HTMLElement;
  showAreaCheck(document.getElementById('area-check') as HTMLElement, board, areaCheck);
  const { input, button, answer } = ask('77084');
  const spoken = () => ({
    live: answer?.getAttribute('aria-live'),
    described: [input, button].map((element) => element?.getAttribute('aria-describedby')),
  });
  await vi.waitFor(() => expect(answer?.textContent).toBe(areaCheck.ask.join(' ')));
  expect(spoken()).toEqual({ live: 'polite', described: [null, null] });
  input.dispatchEvent(new Event('focusout', { bubbles: true }));
  expect(spoken()).toEqual({ live: 'off', described: [answer?.id, answer?.id] });
  ask('77085');
  expect(spoken()).toEqual({ live: 'polite', described: [null, null] });
});

test('an answer disappears once the visitor types something else', async () => {
  document.body.innerHTML = `<h1><span>${hero.headline}</span></h1><div id="area-check"></div>`;
  const board = document.querySelector('h1') as HTMLElement;
  showAreaCheck(document.getElementById('area-check') as HTMLElement, board, areaCheck);
  const { input, answer } = ask('77084');
  await vi.waitFor(() => expect(answer?.textContent).toBe(areaCheck.ask.join(' ')));
  input.value = '7708';
  input.dispatchEvent(new Event('input'));
  expect(answer?.textContent).toBe('');
  expect(board.textContent).toBe(hero.headline);
});

test('a late answer is not shown if the input has changed', async () => {
  vi.useFakeTimers();
  document.body.innerHTML = `<h1><span>${hero.headline}</span></h1><div id="area-check"></div>`;
  const board = document.querySelector('h1') as HTMLElement;
  showAreaCheck(document.getElementById('area-check') as HTMLElement, board, areaCheck);
  const { input, answer } = ask('77084');
  input.value = '7708';
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answer?.textContent).toBe('');
  expect(board.textContent).toBe(hero.headline);
  vi.useRealTimers();
});
