// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { showLiveChanges } from './show-live-changes.ts';

const sign = (city: string) =>
  `<li class="panel"><span>${city}</span> <b>45 min</b> <span>average response time</span></li>`;

beforeEach(() => {
  document.documentElement.dataset.language = 'en';
  document.body.innerHTML = `<ul class="Hero-signs">${sign('Houston')}${sign('Austin')}</ul>
    <div class="toasts"><div role="status"></div></div>`;
});

const readText = (selector: string) => document.querySelector(selector)?.textContent;

test('the notice appears as text with the toasts until it is closed', () => {
  showLiveChanges({ notice: { en: '<b>Ice</b>. (Shown until 6:00 AM.)', es: 'Hielo.' }, signs: {} });
  expect(readText('.toast')).toContain('<b>Ice</b>. (Shown until 6:00 AM.)');
  document.querySelector<HTMLElement>('.toast button')?.click();
  expect(document.querySelector('.toast')).toBeNull();
});

test('a page without toasts also shows the notice', () => {
  document.body.innerHTML = '<main></main>';
  showLiveChanges({ notice: { en: 'Ice.', es: 'Hielo.' }, signs: {} });
  expect(readText('.toasts > .toast')).toContain('Ice.');
});

test('the owner’s current minutes replace the average on one sign only', () => {
  showLiveChanges({ signs: { Houston: { minutes: { en: '75 min' }, until: { en: 'until 6:00 AM' } } } });
  expect(readText('[data-now]')).toBe('Houston 75 min until 6:00 AM');
  expect(document.querySelectorAll('[data-now]')).toHaveLength(1);
  expect(readText('li:last-child')).toContain('average');
});
