import type { Language } from '../../content/languages.ts';
import type { LiveChangesResponse } from '../../contract/live-changes.ts';
import { closeWords } from './close-words.ts';

/**
 * Shows the site's notice and the owner's current minutes on pages from a static host. The notice is at the bottom like
 * a toast, and the minutes usually replace text of the same height, so nothing shifts.
 */
export function showLiveChanges({ notice, signs }: LiveChangesResponse): void {
  // Don't use `getPageLanguage` from load-words.ts here: see "Shared modules" in docs/architecture.md.
  const language = document.documentElement.dataset.language as Language;
  const text = notice?.[language];
  if (text) {
    showNotice(text, closeWords[language] ?? '');
  }
  // Hero.tsx renders these signs, each with three elements.
  for (const sign of document.querySelectorAll('.Hero-signs li')) {
    const [city, minutes, note] = sign.children;
    const now = signs[city?.textContent ?? ''];
    if (now && minutes && note) {
      minutes.textContent = now.minutes[language] ?? '';
      note.textContent = now.until[language] ?? '';
      // The area check looks for this attribute to show the same minutes.
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
