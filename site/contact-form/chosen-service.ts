import { requestAnchor } from '../../contract/site-places.ts';
import { storageKeys } from './storage-keys.ts';

/**
 * Links that name a service open the form with that service selected, across pages by way of
 * `sessionStorage`, and its title says so. The visitor's own choice is never overwritten.
 */
const plainTitle = document.getElementById(requestAnchor)?.textContent ?? '';
let choosing = false;

/** Looked up when used: React may have rendered another. */
const selectOf = () => document.querySelector<HTMLSelectElement>('#contact-service');

function choose(service: string) {
  const select = selectOf();
  if (select && (select.value === '' || select.dataset.byLink)) {
    select.value = service;
    select.dataset.byLink = service;
    nameService();
    choosing = true;
    // The form saves it and shows what to have ready.
    select.dispatchEvent(new Event('input', { bubbles: true }));
    choosing = false;
  }
}

addEventListener('input', ({ target }) => {
  if (target === selectOf() && !choosing) {
    forget();
  }
});
addEventListener('reset', ({ target }) => {
  if (target === selectOf()?.form) {
    forget();
  }
});

function forget() {
  delete selectOf()?.dataset.byLink;
  nameService();
}

function nameService() {
  const [select, title] = [selectOf(), document.getElementById(requestAnchor)];
  if (!title || !select) {
    return;
  }
  const { byLink } = select.dataset;
  title.textContent = byLink ? `${plainTitle}: ${select.selectedOptions[0]?.text}` : plainTitle;
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-service]')) {
  link.addEventListener('click', () => {
    const service = link.dataset.service ?? '';
    if (selectOf()) {
      choose(service);
    } else {
      try {
        sessionStorage.setItem(storageKeys.service, service);
      } catch {
        // Storage may be blocked: then the visitor selects in the form.
      }
    }
  });
}

if (selectOf()) {
  try {
    choose(sessionStorage.getItem(storageKeys.service) ?? '');
    sessionStorage.removeItem(storageKeys.service);
  } catch {
    // As above.
  }
}
