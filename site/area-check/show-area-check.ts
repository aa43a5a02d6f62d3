import { interpolate } from '../../content/interpolate.ts';
import type { Words } from '../../content/words/schema.ts';
import { trimLine } from '../../contract/trim-line.ts';
import { runAfterPaint } from '../contact-form/after-paint.ts';
import { loadScript } from '../load-script.ts';
import type { Found } from './find-area.ts';

// Exported from the same file, because both scripts change the board and load once the page is complete.
export { lightBoards } from '../lamps/light-boards.ts';

/**
 * Adds the area check ("Do we come to you?"), which answers for a ZIP code or town, below the field and on the board.
 * Screen readers read the answer below the field, and the board's headline as before. Nothing leaves the page.
 */
export function showAreaCheck(place: HTMLElement, board: HTMLElement, words: Words['areaCheck']) {
  const form = document.createElement('form');
  const label = document.createElement('label');
  const input = document.createElement('input');
  const button = document.createElement('button');
  const answer = document.createElement('p');
  label.textContent = words.question;
  label.htmlFor = 'area-check-input';
  input.id = label.htmlFor;
  input.placeholder = words.field;
  input.autocomplete = 'postal-code';
  input.className = 'Field-control';
  button.textContent = words.press;
  button.className = 'Button-button';
  answer.id = 'area-check-answer';
  form.append(label, input, button, answer);
  // The sign covers the board's headline.
  const sign = document.createElement('span');
  sign.setAttribute('aria-hidden', 'true');
  const isAnswered = () => sign.isConnected;

  const loadTable = () => loadScript('find-area', () => import('./find-area.ts')).catch(() => undefined);
  // The table loads on focus, so it arrives while the visitor types.
  input.addEventListener('focus', loadTable, { once: true });
  // The answer belongs to the previous input.
  input.addEventListener('input', removeAnswer);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // While an answer is shown, the button clears it.
    if (isAnswered()) {
      clear();
    } else {
      check();
    }
  });

  async function check() {
    const typed = trimLine(input.value);
    announce();
    // Without the table, we don't know the answer, so we never say no.
    const sentences = typed ? chooseSentences((await loadTable())?.findArea(typed), words) : words.empty;
    runAfterPaint(() => {
      // The visitor may have pressed the button twice or changed the input.
      if (isAnswered() || typed !== trimLine(input.value)) {
        return;
      }
      showAnswer(sentences);
    });
  }

  function showAnswer(sentences: string[]) {
    answer.textContent = sentences.join(' ');
    sign.textContent = sentences.join('\n');
    sign.style.setProperty('--letters', `${Math.max(...sentences.map(({ length }) => length))}`);
    board.append(sign);
    board.dataset.answer = '';
    button.textContent = words.clear;
    // Scroll only as far as the answer, so the focused element remains visible.
    answer.scrollIntoView({ block: 'nearest' });
  }

  function removeAnswer() {
    answer.textContent = '';
    sign.remove();
    delete board.dataset.answer;
    button.textContent = words.press;
  }

  function clear() {
    input.value = '';
    input.focus();
    removeAnswer();
  }

  form.addEventListener('focusout', describe);
  place.replaceChildren(form);

  /** Makes the next answer announced at once. If it were a description as well, Firefox would announce it twice. */
  function announce() {
    answer.setAttribute('aria-live', 'polite');
    input.removeAttribute('aria-describedby');
    button.removeAttribute('aria-describedby');
  }

  /**
   * Makes the answer a description of the field and the button instead. Orca doesn't read WebKitGTK's live regions, and
   * Chromium would announce the live region again whenever a dialog closes.
   */
  function describe() {
    answer.setAttribute('aria-live', 'off');
    input.setAttribute('aria-describedby', answer.id);
    button.setAttribute('aria-describedby', answer.id);
  }
}

/** Returns the answer's sentences. Each sentence is a line on the board. */
function chooseSentences(found: Found, words: Words['areaCheck']): string[] {
  if (found === 'unfinished') {
    return words.unfinished;
  }
  if (!found) {
    return words.ask;
  }
  const [where = '', average = ''] = found.guess ? words.guess : words.inside;
  return [
    interpolate(where, { ...found }),
    readTonightsMinutes(found.city) ?? interpolate(average, { ...found }),
  ];
}

/** Returns tonight's minutes, like "75 min until 6:00 AM", if the area's sign shows them instead of the average. */
function readTonightsMinutes(city: string): string | undefined {
  const signs = Array.from(document.querySelectorAll('[data-now]'), ({ children }) =>
    Array.from(children, ({ textContent }) => textContent),
  );
  const [, ...minutes] = signs.find(([name]) => name === city) ?? [];
  return minutes.length > 0 ? `${minutes.join(' ')}.` : undefined;
}
