import { interpolate } from '../../content/interpolate.ts';
import type { areaCheck } from '../../content/words/en.ts';
import { trimLine } from '../../contract/trim-line.ts';
import { afterPaint } from '../contact-form/after-paint.ts';
import { loadScript } from '../load-script.ts';
import type { Found } from './find-area.ts';

// In the same file: both are about the board, and loaded when the page is complete.
export { lightBoards } from '../lamps/light-boards.ts';

/**
 * "Do we come to you?": answers for a ZIP code or town, below the field and on the board. Screen readers read the
 * answer below the field, and the board's headline as before. Nothing leaves the page.
 */
export function showAreaCheck(place: HTMLElement, board: HTMLElement, words: typeof areaCheck) {
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
  // On the board, in front of its headline.
  const sign = document.createElement('span');
  sign.setAttribute('aria-hidden', 'true');
  const isAnswered = () => sign.isConnected;

  const loadTable = () => loadScript('find-area', () => import('./find-area.ts')).catch(() => undefined);
  // Loaded on focus, so that it arrives while the visitor types.
  input.addEventListener('focus', loadTable, { once: true });
  // An answer is about what was typed before.
  input.addEventListener('input', removeAnswer);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // The button clears an answer that is shown.
    if (isAnswered()) {
      clear();
    } else {
      check();
    }
  });

  async function check() {
    const typed = trimLine(input.value);
    announce();
    // Without the table we do not know, so we never say no.
    const sentences = typed ? sentencesFor((await loadTable())?.findArea(typed), words) : words.empty;
    afterPaint(() => {
      // Pressed twice, or typed on in the meantime.
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
    // Only as far as the answer: what has the focus stays in sight.
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

  /** Has the next answer read at once. Firefox would read it twice if it were a description as well. */
  function announce() {
    answer.setAttribute('aria-live', 'polite');
    input.removeAttribute('aria-describedby');
    button.removeAttribute('aria-describedby');
  }

  /**
   * Has the answer read with the field and the button instead. Orca reads no live region of WebKitGTK, and Chromium
   * would read the live region again whenever a dialog closes.
   */
  function describe() {
    answer.setAttribute('aria-live', 'off');
    input.setAttribute('aria-describedby', answer.id);
    button.setAttribute('aria-describedby', answer.id);
  }
}

/** The answer, a sentence a line of the board. */
function sentencesFor(found: Found, words: typeof areaCheck): string[] {
  if (found === 'unfinished') {
    return words.unfinished;
  }
  if (!found) {
    return words.ask;
  }
  const [where = '', average = ''] = found.guess ? words.guess : words.inside;
  return [interpolate(where, { ...found }), minutesOn(found.city) ?? interpolate(average, { ...found })];
}

/** "75 min until 6:00 AM", if the sign of the area says that in place of the average. */
function minutesOn(city: string): string | undefined {
  const signs = Array.from(document.querySelectorAll('[data-now]'), ({ children }) =>
    Array.from(children, ({ textContent }) => textContent),
  );
  const [, ...said] = signs.find(([name]) => name === city) ?? [];
  return said.length > 0 ? `${said.join(' ')}.` : undefined;
}
