import { interpolate } from '../../content/interpolate.ts';
import type { areaCheck } from '../../content/words/en.ts';
import { trimmedLine } from '../../contract/contact-fields.ts';
import { afterPaint } from '../contact-form/after-paint.ts';
import { loadScript } from '../load-script.ts';
import type { Found } from './find-area.ts';

/** "Do we come to you?": the board above answers for a ZIP code or town. Nothing leaves the page. */
export function showAreaCheck(place: HTMLElement, board: HTMLElement, words: typeof areaCheck) {
  const form = document.createElement('form');
  const label = document.createElement('label');
  const input = document.createElement('input');
  const button = document.createElement('button');
  const announcement = document.createElement('p');
  label.textContent = words.question;
  label.htmlFor = 'area-check-input';
  input.id = label.htmlFor;
  input.placeholder = words.field;
  input.autocomplete = 'postal-code';
  input.className = 'Field-control';
  button.textContent = words.press;
  button.className = 'Button-button';
  form.append(label, input, button, announcement);
  const headline = Array.from(board.childNodes);
  /** The button clears an answer until something else is typed. */
  let clears = false;
  const setClears = (value: boolean) => {
    clears = value;
    button.textContent = clears ? words.clear : words.press;
  };

  const loadTable = () => loadScript('find-area', () => import('./find-area.ts')).catch(() => undefined);
  // Loaded on focus, so that it arrives while the visitor types.
  input.addEventListener('focus', loadTable, { once: true });
  input.addEventListener('input', () => setClears(false));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (clears) clear();
    else answer();
  });

  async function answer() {
    const typed = trimmedLine(input.value);
    // Emptied first, so that the same answer is announced again.
    announcement.textContent = '';
    announcement.setAttribute('aria-live', 'polite');
    // Without the table we do not know, so we never say no.
    const lines = typed ? linesFor((await loadTable())?.findArea(typed), words) : words.empty;
    afterPaint(() => {
      announcement.textContent = lines.join(' ');
      // No lower than the headline: what is below stays where it is.
      board.style.minHeight ||= `${board.getBoundingClientRect().height}px`;
      board.style.setProperty('--letters', `${Math.max(...lines.map(({ length }) => length))}`);
      board.dataset.answer = '';
      board.replaceChildren(...lines.map(spanOf));
      board.scrollIntoView({ block: 'nearest' });
      setClears(true);
    });
  }

  function clear() {
    input.value = '';
    input.focus();
    board.style.minHeight = '';
    delete board.dataset.answer;
    board.replaceChildren(...headline);
    setClears(false);
  }

  // Chromium would read the answer again whenever a dialog closes.
  form.addEventListener('focusout', () => {
    announcement.setAttribute('aria-live', 'off');
  });
  place.replaceChildren(form);
}

/** What the board says, a sentence a line. */
function linesFor(found: Found, words: typeof areaCheck): string[] {
  if (found === 'unfinished') return words.unfinished;
  if (!found) return words.ask;
  return (found.guess ? words.guess : words.inside).map((line) => interpolate(line, { ...found }));
}

function spanOf(line: string) {
  const span = document.createElement('span');
  // As in Hero.tsx: words do not run together.
  span.textContent = `${line} `;
  return span;
}
