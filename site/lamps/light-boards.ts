import { type LitText, setText } from './set-text.ts';

/**
 * Shows the message boards' words in lamps. The words themselves stay as they are, unseen: for screen readers, the
 * clipboard, the search in the page and the board's size. So nothing moves, and everything is read once, as written.
 */
export function lightBoards(): void {
  const main = document.querySelector('main');
  if (!main || !window.ResizeObserver) {
    return;
  }
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      light(target as HTMLElement);
    }
  });
  const known = new WeakSet<Element>();
  const lightAll = () => {
    for (const board of main.querySelectorAll<HTMLElement>('.Board-board')) {
      if (known.has(board)) {
        light(board);
      } else {
        known.add(board);
        sizes.observe(board);
      }
    }
  };
  // The form's board comes and goes, an answer takes the headline's place, and a browser may translate the page.
  new MutationObserver(lightAll).observe(main, { childList: true, subtree: true, characterData: true });
  lightAll();
}

interface Zone {
  sentences: string[];
  top: number;
  height: number;
}

/** What each board shows, so that our own changes to it end there. */
const shown = new WeakMap<Element, string>();

function light(board: HTMLElement): void {
  const { language = 'en' } = document.documentElement.dataset;
  const width = board.clientWidth;
  const zones = zonesOf(board);
  const key = JSON.stringify([width, zones]);
  if (shown.get(board) === key) {
    return;
  }
  shown.set(board, key);
  board.querySelectorAll('svg').forEach((svg) => {
    svg.remove();
  });
  const texts = zones.map(({ sentences, height }) => setText(sentences, language, width, height));
  const isLit = texts.length > 0 && texts.every((text) => text !== undefined);
  board.toggleAttribute('data-lit', isLit);
  if (isLit) {
    board.append(...texts.map((text, index) => draw(text, zones[index] as Zone, board)));
  }
}

/** The parts of a board, from its upper edge to the lower: an answer alone, or the headline and the owner's notice. */
function zonesOf(board: HTMLElement): Zone[] {
  const whole = board.clientHeight;
  const answer = board.querySelector<HTMLElement>(':scope > span[aria-hidden]');
  if (answer) {
    return [{ sentences: (answer.textContent ?? '').split('\n'), top: 0, height: whole }];
  }
  const spans = Array.from(board.querySelectorAll<HTMLElement>(':scope > span'));
  const [first] = spans;
  const last = spans.at(-1);
  if (!first || !last || whole === 0) {
    return [];
  }
  const edge = board.getBoundingClientRect().top + board.clientTop;
  const above = first.getBoundingClientRect().top - edge;
  const sentences = spans.map(({ textContent }) => textContent ?? '');
  const notice = board.querySelector<HTMLElement>(':scope > small');
  if (notice) {
    const border = notice.getBoundingClientRect().top - edge;
    const text = notice.textContent ?? '';
    return [
      { sentences, top: 0, height: border },
      { sentences: [text], top: border, height: whole - border },
    ];
  }
  // A picture under the words has as much room above it as they have.
  const hasPicture = !['', 'none', 'normal'].includes(getComputedStyle(board, '::after').content);
  const height = hasPicture ? last.getBoundingClientRect().bottom - edge + above : whole;
  return [{ sentences, top: 0, height: Math.min(height, whole) }];
}

/** Every lamp as a dot of a dashed line, first the unlit ones. */
function draw({ pitch, columns, rows, lit }: LitText, { top, height }: Zone, board: HTMLElement) {
  const { clientWidth: width, clientHeight: boardHeight } = board;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('viewBox', `0 0 ${columns} ${rows}`);
  // In percent, so that it changes with the board until it is drawn anew.
  svg.style.width = `${(100 * columns * pitch) / width}%`;
  svg.style.left = `${50 - (50 * columns * pitch) / width}%`;
  svg.style.top = `${(100 * (top + (height - rows * pitch) / 2)) / boardHeight}%`;
  svg.style.height = `${(100 * rows * pitch) / boardHeight}%`;
  const unlit = Array.from({ length: rows }, (_, row) => `M.5 ${row + 0.5}h${columns - 1}`);
  const points = lit.map(({ x, y }) => `M${x + 0.5} ${y + 0.5}h.01`);
  for (const drawing of [unlit, points]) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', drawing.join(''));
    svg.append(path);
  }
  return svg;
}
