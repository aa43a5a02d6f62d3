// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { lightBoards } from './light-boards.ts';

beforeEach(() => vi.stubGlobal('CSSLayerBlockRule', class {}));

/** Tells the page that each board has this size. */
function lay(width: number, height: number) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      tell;
      constructor(tell: (entries: { target: Element }[]) => void) {
        this.tell = tell;
      }
      observe(target: Element) {
        this.tell([{ target }]);
      }
    },
  );
}

const lamps = () => document.querySelectorAll('h1 > svg:nth-of-type(even)');
const drawn = () => document.querySelector('h1 > svg:nth-of-type(even) path')?.getAttribute('d');

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 });

test('lamps show the current text and keep it for screen readers', async () => {
  lay(336, 104);
  document.body.innerHTML = '<main><h1 class="Board-board"><span>Truck down?</span></h1></main>';
  const board = document.querySelector('h1') as HTMLElement;
  lightBoards();
  expect(lamps()).toHaveLength(1);
  expect(board.hasAttribute('data-lit')).toBe(true);
  expect(board.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  expect(board.textContent).toBe('Truck down?');
  const headline = drawn();
  const answer = document.createElement('span');
  answer.setAttribute('aria-hidden', 'true');
  answer.textContent = 'Yes. Houston area.\n45 min on average.';
  board.append(answer);
  await eventually(() => expect(drawn()).not.toBe(headline));
  expect(lamps()).toHaveLength(1);
  answer.remove();
  await eventually(() => expect(drawn()).toBe(headline));
  const notice = document.createElement('small');
  notice.textContent = 'Ice.';
  board.append(notice);
  vi.spyOn(notice, 'getBoundingClientRect').mockReturnValue({ top: 70 } as DOMRect);
  await eventually(() => expect(lamps()).toHaveLength(2));
});

test('a board that has no lamps for a letter shows its words', () => {
  lay(336, 104);
  document.body.innerHTML = '<main><h1 class="Board-board"><span>Грузовик?</span></h1></main>';
  lightBoards();
  expect(lamps()).toHaveLength(0);
  expect(document.querySelector('[data-lit]')).toBeNull();
});

test('a browser without cascade layers shows the words', () => {
  vi.stubGlobal('CSSLayerBlockRule', undefined);
  lay(336, 104);
  document.body.innerHTML = '<main><h1 class="Board-board"><span>Truck down?</span></h1></main>';
  lightBoards();
  expect(lamps()).toHaveLength(0);
});
