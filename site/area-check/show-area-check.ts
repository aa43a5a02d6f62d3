import { interpolate } from '../../content/interpolate.ts';
import type { areaCheck } from '../../content/words/en.ts';
import { trimmedLine } from '../../contract/contact-fields.ts';
import { afterPaint } from '../contact-form/after-paint.ts';
import { callLink, facts } from '../facts.ts';
import { loadScript } from '../load-script.ts';

/** "Do you come here?": answers for a ZIP code or town. Nothing leaves the page. */
export function showAreaCheck(place: HTMLElement, words: typeof areaCheck) {
  const form = document.createElement('form');
  const label = document.createElement('label');
  const input = document.createElement('input');
  const button = document.createElement('button');
  const answer = document.createElement('p');
  const text = document.createElement('span');
  const call = document.createElement('a');
  label.textContent = words.question;
  label.htmlFor = 'area-check-input';
  input.id = label.htmlFor;
  input.placeholder = words.field;
  input.autocomplete = 'postal-code';
  input.className = 'Field-control';
  button.textContent = words.press;
  button.className = 'Button-button';
  call.href = callLink;
  call.className = 'number';
  call.textContent = facts.phone;
  form.append(label, input, button, answer);

  const loadTable = () => loadScript('find-area', () => import('./find-area.ts')).catch(() => undefined);
  // Loaded on focus, so that it arrives while the visitor types.
  input.addEventListener('focus', loadTable, { once: true });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const typed = trimmedLine(input.value);
    // Emptied first, so that the same answer is announced again.
    answer.replaceChildren(text);
    answer.className = '';
    text.textContent = '';
    text.ariaLive = 'polite';
    if (!typed) {
      input.focus();
      afterPaint(() => {
        text.textContent = words.empty;
      });
      return;
    }
    // Without the table we do not know, so we never say no.
    const area = (await loadTable())?.findArea(typed);
    afterPaint(() => {
      answer.className = typeof area === 'object' ? 'area-check-sign' : '';
      if (area === 'unfinished') {
        text.textContent = words.unfinished;
      } else if (area) {
        const { city, minutes, guess } = area;
        text.textContent = `${guess ? `${guess}? ` : ''}${interpolate(words.inside, { city, minutes })}`;
      } else {
        text.textContent = words.ask;
        // Beside what is announced: a link in it would be read first, and again.
        answer.append(' ', call);
      }
    });
  });
  // Chromium would read the answer again whenever a dialog closes.
  form.addEventListener('focusout', () => {
    text.ariaLive = 'off';
  });
  place.replaceChildren(form);
}
