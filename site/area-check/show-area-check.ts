import { interpolate } from '../../content/interpolate.ts';
import type { areaCheck } from '../../content/words/en.ts';
import { callLink, facts } from '../facts.ts';

/** "Do you come here?": answers for a ZIP code or town. Nothing leaves the page. */
export function showAreaCheck(place: HTMLElement, words: typeof areaCheck) {
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
  answer.role = 'status';
  form.append(label, input, button, answer);

  // Loaded on focus, so that it arrives while the visitor types.
  input.addEventListener('focus', () => import('./find-area.ts').catch(() => undefined), { once: true });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const typed = input.value.trim();
    if (!typed) return input.focus();
    // Without the table we do not know, so we never say no.
    const table = await import('./find-area.ts').catch(() => undefined);
    const area = table?.findArea(typed);
    answer.className = typeof area === 'object' ? 'area-check-sign' : '';
    if (area === 'unfinished') {
      answer.textContent = words.unfinished;
    } else if (area) {
      answer.textContent = interpolate(words.inside, { city: area.city, minutes: area.minutes });
    } else {
      const call = document.createElement('a');
      call.href = callLink;
      call.className = 'number';
      call.textContent = facts.phone;
      answer.replaceChildren(words.ask, ' ', call);
    }
  });
  place.replaceChildren(form);
}
