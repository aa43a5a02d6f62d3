// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { words } from '../../content/words/index.ts';
import { showAreaCheck } from './show-area-check.ts';

const { areaCheck } = words.en;

vi.mock('./find-area.ts', () => ({
  findArea: (typed: string) => ({ city: typed === '77084' ? 'Houston' : 'Austin', minutes: 45 }),
}));

/** A sign after the owner's current minutes have replaced the average. */
const sign = (end: string) => `<li data-now><span>Houston</span> <b>75 min</b> <span>${end}</span></li>`;

async function readAnswer(typed: string, end = 'until 6:00 AM'): Promise<string | null | undefined> {
  document.body.innerHTML = `<h1></h1><ul>${sign(end)}</ul><div id="area-check"></div>`;
  const board = document.querySelector('h1') as HTMLElement;
  showAreaCheck(document.getElementById('area-check') as HTMLElement, board, areaCheck);
  (document.querySelector('input') as HTMLInputElement).value = typed;
  document.querySelector('form')?.requestSubmit();
  await vi.waitFor(() => expect(document.querySelector('form p')).not.toBeNull());
  return document.querySelector('form p')?.textContent;
}

test('the area check shows the owner’s current minutes instead of the average', async () => {
  expect(await readAnswer('77084')).toBe('Yes. Houston area. 75 min until 6:00 AM.');
});

test('the answer has no second period after "a.m."', async () => {
  expect(await readAnswer('77084', 'hasta las 6:00 a.m.')).toMatch(/ 6:00 a\.m\.$/);
});

test('the area check shows the average for other areas', async () => {
  expect(await readAnswer('78701')).toBe('Yes. Austin area. 45 min on average.');
});
