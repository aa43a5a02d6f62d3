import { type LitText, typeset } from './typeset.ts';

/**
 * Draws the message boards' words in lamps. The text itself stays on the page, transparent. Screen readers, copying,
 * and the browser's search still use the text. The text also keeps the board's size, so nothing moves.
 */
export function lightBoards(): void {
  const main = document.querySelector('main');
  // Browsers without cascade layers ignore lamps.css. There, a drawing would resize its board, which would trigger
  // another drawing, endlessly.
  if (!main || !window.CSSLayerBlockRule) {
    return;
  }
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      lightBoard(target as HTMLElement);
    }
  });
  const watched = new WeakSet<Element>();
  const lightAll = () => {
    for (const board of main.querySelectorAll<HTMLElement>('.Board-board')) {
      if (watched.has(board)) {
        lightBoard(board);
      } else {
        watched.add(board);
        sizes.observe(board);
      }
    }
  };
  // The form's board appears later, an answer can replace the headline, and a browser may translate the page.
  new MutationObserver(lightAll).observe(main, { childList: true, subtree: true, characterData: true });
  lightAll();
}

interface Zone {
  sentences: string[];
  top: number;
  height: number;
}

/**
 * Each board's content as drawn. Comparing the contents keeps this module's own changes from triggering another
 * drawing.
 */
const drawnContents = new WeakMap<Element, string>();

function lightBoard(board: HTMLElement): void {
  const { language = 'en' } = document.documentElement.dataset;
  const width = board.clientWidth;
  const zones = findZones(board);
  const key = JSON.stringify([width, zones]);
  if (drawnContents.get(board) === key) {
    return;
  }
  drawnContents.set(board, key);
  board.querySelectorAll('svg').forEach((svg) => {
    svg.remove();
  });
  const texts = zones.map(({ sentences, height }) => typeset(sentences, language, width, height));
  const isLit = texts.length > 0 && texts.every((text) => text !== undefined);
  board.toggleAttribute('data-lit', isLit);
  if (isLit) {
    board.append(...texts.flatMap((text, index) => drawLamps(text, zones[index] as Zone, board)));
  }
}

/** Returns the parts of a board from top to bottom: an answer alone, or the headline and the site's notice. */
function findZones(board: HTMLElement): Zone[] {
  const boardHeight = board.clientHeight;
  const answer = board.querySelector<HTMLElement>(':scope > span[aria-hidden]');
  if (answer) {
    return [{ sentences: (answer.textContent ?? '').split('\n'), top: 0, height: boardHeight }];
  }
  const spans = Array.from(board.querySelectorAll<HTMLElement>(':scope > span'));
  const [first] = spans;
  const last = spans.at(-1);
  if (!first || !last || boardHeight === 0) {
    return [];
  }
  const edge = board.getBoundingClientRect().top + board.clientTop;
  const above = first.getBoundingClientRect().top - edge;
  const sentences = spans.flatMap(({ textContent }) => (textContent ?? '').split('\n'));
  const notice = board.querySelector<HTMLElement>(':scope > small');
  if (notice) {
    const border = notice.getBoundingClientRect().top - edge;
    const text = notice.textContent ?? '';
    return [
      { sentences, top: 0, height: border },
      { sentences: [text], top: border, height: boardHeight - border },
    ];
  }
  // If there is a picture below the words, the zone ends as far below the words as it begins above them.
  const hasPicture = !['', 'none', 'normal'].includes(getComputedStyle(board, '::after').content);
  const height = hasPicture ? last.getBoundingClientRect().bottom - edge + above : boardHeight;
  return [{ sentences, top: 0, height: Math.min(height, boardHeight) }];
}

/** Draws the whole grid as dashed lines, and each lit lamp over it. WebKit shows the lamps' glow only around an `<svg>`. */
function drawLamps({ pitch, columns, rows, lit }: LitText, { top, height }: Zone, board: HTMLElement) {
  const { clientWidth: width, clientHeight: boardHeight } = board;
  // The dots are dashes of length 0, so each line must end a little after its last one.
  const unlit = Array.from({ length: rows }, (_, row) => `M.5 ${row + 0.5}h${columns - 0.9}`);
  const points = lit.map(({ x, y }) => `M${x + 0.5} ${y + 0.5}h.01`);
  return [unlit, points].map((drawing) => {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', drawing.join(''));
    svg.append(path);
    svg.setAttribute('aria-hidden', 'true');
    svg.setAttribute('viewBox', `0 0 ${columns} ${rows}`);
    // Percentages let the drawing follow the board's size until it is redrawn.
    svg.style.width = `${(100 * columns * pitch) / width}%`;
    svg.style.left = `${50 - (50 * columns * pitch) / width}%`;
    svg.style.top = `${(100 * (top + (height - rows * pitch) / 2)) / boardHeight}%`;
    svg.style.height = `${(100 * rows * pitch) / boardHeight}%`;
    return svg;
  });
}
