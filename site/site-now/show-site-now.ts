import type { Language } from '../../content/languages.ts';
import { siteNowWords } from '../../content/words/site-now.ts';
import type { SiteNowAnswer } from '../../contract/site-now.ts';

/**
 * Shows what the owner changed, on any page of a static host. The notice lies at the bottom like a toast, and minutes
 * take the place of text of the same height, so that nothing shifts.
 */
export function showSiteNow({ notice, signs }: SiteNowAnswer): void {
  // Not from the form's loader: a shared module would become a file that every page has to wait for.
  const language = document.documentElement.dataset.language as Language;
  const text = notice?.[language];
  if (text) {
    showNotice(text, siteNowWords[language].close);
  }
  for (const sign of document.querySelectorAll('.Hero-signs li')) {
    const [city, minutes, note] = sign.children;
    const now = signs[city?.textContent ?? ''];
    if (now && minutes && note) {
      minutes.textContent = now.minutes[language] ?? '';
      note.textContent = now.until[language] ?? '';
      // The area check says the same.
      sign.toggleAttribute('data-now', true);
    }
  }
}

function showNotice(text: string, close: string): void {
  const toast = document.createElement('div');
  const button = document.createElement('button');
  toast.className = 'toast';
  button.type = 'button';
  button.textContent = '✕';
  button.setAttribute('aria-label', close);
  button.addEventListener('click', () => toast.remove());
  toast.append(text, button);
  const place = document.querySelector('.toasts') ?? document.body.appendChild(document.createElement('div'));
  place.className = 'toasts';
  place.prepend(toast);
}
