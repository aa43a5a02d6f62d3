// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { words } from '../../content/words/index.ts';
import { callLink } from '../facts.ts';
import { showAreaCheck } from './show-area-check.ts';

const { areaCheck } = words.en;

vi.mock('./find-area.ts', () => {
  throw new TypeError('Failed to fetch');
});

test('without its table it says to call and ask, never no', async () => {
  document.body.innerHTML = '<div id="area-check"></div>';
  showAreaCheck(document.getElementById('area-check') as HTMLElement, areaCheck);
  const form = document.querySelector('form') as HTMLFormElement;
  for (const [typed, said] of [
    ['', areaCheck.empty],
    ['77084', areaCheck.ask],
  ] as const) {
    (document.querySelector('input') as HTMLInputElement).value = typed;
    form.requestSubmit();
    await vi.waitFor(() => expect(form.querySelector('p')?.textContent).toContain(said));
  }
  expect(form.querySelector('p a')?.getAttribute('href')).toBe(callLink);
});
