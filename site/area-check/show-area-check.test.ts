// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { words } from '../../content/words/index.ts';
import { showAreaCheck } from './show-area-check.ts';

const { areaCheck, hero } = words.en;

vi.mock('./find-area.ts', () => {
  throw new TypeError('Failed to fetch');
});

test('without its table the board says to call and ask, never no, and Clear brings the headline back', async () => {
  document.body.innerHTML = `<h1><span>${hero.headline}</span></h1><div id="area-check"></div>`;
  const board = document.querySelector('h1') as HTMLElement;
  showAreaCheck(document.getElementById('area-check') as HTMLElement, board, areaCheck);
  const form = document.querySelector('form') as HTMLFormElement;
  const input = document.querySelector('input') as HTMLInputElement;
  for (const [typed, said] of [
    ['', areaCheck.empty],
    ['77084', areaCheck.ask],
  ] as const) {
    input.value = typed;
    input.dispatchEvent(new Event('input'));
    form.requestSubmit();
    await vi.waitFor(() => expect(board.textContent?.trim()).toBe(said.join(' ')));
    // Announced once: of the two, only this is live.
    expect(form.querySelector('[aria-live="polite"]')?.textContent).toBe(said.join(' '));
    expect(document.querySelectorAll('[aria-live]')).toHaveLength(1);
  }
  expect(form.querySelector('button')?.textContent).toBe(areaCheck.clear);
  form.requestSubmit();
  expect(board.textContent).toBe(hero.headline);
  expect(input.value).toBe('');
  expect(document.activeElement).toBe(input);
  expect(form.querySelector('button')?.textContent).toBe(areaCheck.press);
});
