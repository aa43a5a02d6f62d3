import { interpolate } from '../../content/interpolate.ts';
import type { Words } from '../../content/words/schema.ts';
import { trimLine } from '../../contract/trim-line.ts';
import { runAfterPaint } from '../contact-form/run-after-paint.ts';
import { loadScript } from '../load-script.ts';
import type { AreaCheckResult } from './find-area.ts';

// Re-exported here, so that both scripts arrive in one file. Both change the board, and both load later than the page.
export { lightBoards } from '../lamps/light-boards.ts';

/**
 * Adds the area check ("Do we serve your area?"), which answers for a ZIP code or town, above the field and on the board.
 * Screen readers read the answer above the field. On the board, they still read the headline. The input never leaves
 * the page.
 */
export function showAreaCheck(container: HTMLElement, board: HTMLElement, words: Words['areaCheck']) {
  const form = document.createElement('form');
  const label = document.createElement('label');
  const input = document.createElement('input');
  const button = document.createElement('button');
  label.textContent = words.question;
  label.htmlFor = 'area-check-input';
  input.id = label.htmlFor;
  input.placeholder = words.field;
  input.autocomplete = 'postal-code';
  input.className = 'Field-control';
  button.textContent = words.press;
  button.className = 'Button-button';
  form.append(label, input, button);
  let answer: HTMLElement | undefined;
  // The answer on the board covers the board's headline.
  const boardAnswer = document.createElement('span');
  boardAnswer.setAttribute('aria-hidden', 'true');
  const isAnswered = () => boardAnswer.isConnected;

  const loadTable = () => loadScript('find-area', () => import('./find-area.ts')).catch(() => undefined);
  // The table loads on focus, so it usually arrives while the visitor types.
  input.addEventListener('focus', loadTable, { once: true });
  // Remove the answer when the input changes, because the answer belongs to the previous input.
  input.addEventListener('input', removeAnswer);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // While an answer is shown, the button clears it. Without input, there is nothing to clear.
    if (isAnswered() && input.value) {
      clear();
    } else {
      removeAnswer();
      check();
    }
  });

  async function check() {
    const typed = trimLine(input.value);
    // Without the table, the answer is the same as for an unknown town: call and ask.
    const result = typed ? (await loadTable())?.findArea(typed) : undefined;
    const sentences = typed ? chooseSentences(result, words) : words.empty;
    runAfterPaint(() => {
      // The visitor may have pressed the button twice or changed the input.
      if (isAnswered() || typed !== trimLine(input.value)) {
        return;
      }
      showAnswer(sentences);
      highlightSign(typeof result === 'object' ? result.city : undefined);
    });
  }

  function showAnswer(sentences: string[]) {
    const { activeElement } = document;
    // In Safari, pressing a button with a pointer leaves the focus on the body.
    const isWaiting = activeElement === document.body || form.contains(activeElement);
    answer = createAnswer(sentences.join(' '), isWaiting);
    form.append(answer);
    form.dataset.answer = '';
    boardAnswer.textContent = sentences.join('\n');
    boardAnswer.style.setProperty('--letters', `${Math.max(...sentences.map(({ length }) => length))}`);
    board.append(boardAnswer);
    board.dataset.answer = '';
    button.textContent = input.value ? words.clear : words.press;
    if (isWaiting) {
      answer.focus({ preventScroll: true });
    }
    // Scroll only as far as needed to show the answer.
    answer.scrollIntoView({ block: 'nearest' });
  }

  function removeAnswer() {
    answer?.remove();
    boardAnswer.remove();
    highlightSign();
    delete board.dataset.answer;
    delete form.dataset.answer;
    button.textContent = words.press;
  }

  /** Highlights only this area's sign. */
  function highlightSign(city?: string) {
    for (const areaSign of board.parentElement?.querySelectorAll('li') ?? []) {
      areaSign.toggleAttribute('data-answer', areaSign.firstChild?.textContent === city);
    }
  }

  function clear() {
    input.value = '';
    input.focus();
    removeAnswer();
  }

  container.replaceChildren(form);
}

/**
 * Creates the answer above the field. If the answer gets the focus, it isn't announced a second time. The attributes
 * and the new element work around three limits of Orca:
 * - In WebKitGTK, Orca announces no live regions.
 * - Orca reads only the first line of a focused paragraph.
 * - Orca keeps an element's first name, so each answer is a new element.
 */
function createAnswer(text: string, getsFocus: boolean): HTMLElement {
  const answer = document.createElement('p');
  answer.tabIndex = -1;
  answer.setAttribute('role', getsFocus ? 'status' : 'alert');
  answer.setAttribute('aria-live', getsFocus ? 'off' : 'assertive');
  answer.setAttribute('aria-label', text);
  answer.textContent = text;
  return answer;
}

/** Returns the answer as lines for the board. */
function chooseSentences(result: AreaCheckResult, words: Words['areaCheck']): string[] {
  if (result === 'unfinished') {
    return words.unfinished;
  }
  if (!result) {
    return words.ask;
  }
  const [where = '', average = ''] = result.guess ? words.guess : words.inside;
  return [
    interpolate(where, { ...result }),
    readExtraMinutes(result.city) ?? interpolate(average, { ...result }),
  ];
}

/**
 * Returns the owner's current minutes, like "75 min until 6:00 AM.", if the area's sign shows them instead of the
 * average.
 */
function readExtraMinutes(city: string): string | undefined {
  const signs = Array.from(document.querySelectorAll('[data-now]'), ({ children }) =>
    Array.from(children, ({ textContent }) => textContent),
  );
  const [, ...minutes] = signs.find(([name]) => name === city) ?? [];
  return minutes.length > 0 ? minutes.join(' ').replace(/\.?$/, '.') : undefined;
}
