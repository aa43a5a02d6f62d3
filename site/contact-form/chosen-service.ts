import { formTitleId } from '../../contract/link-targets.ts';
import { storageKeys } from './storage-keys.ts';

/*
 * A link that names a service opens the form with that service selected, and adds it to the form's title. Links on
 * other pages pass the service through `sessionStorage`. A link never overwrites the visitor's own choice.
 */

const plainTitle = document.getElementById(formTitleId)?.textContent ?? '';
let isSelecting = false;

/** Queries the element each time, because React may have replaced it. */
const findSelect = () => document.querySelector<HTMLSelectElement>('#contact-service');

function selectService(service: string) {
  const select = findSelect();
  if (select && (select.value === '' || select.dataset.byLink)) {
    select.value = service;
    select.dataset.byLink = service;
    updateTitle();
    isSelecting = true;
    // On this event, the hydrated form saves the service and shows its details.
    select.dispatchEvent(new Event('input', { bubbles: true }));
    isSelecting = false;
  }
}

addEventListener('input', ({ target }) => {
  if (target === findSelect() && !isSelecting) {
    forgetLink();
  }
});
addEventListener('reset', ({ target }) => {
  if (target === findSelect()?.form) {
    forgetLink();
  }
});

function forgetLink() {
  delete findSelect()?.dataset.byLink;
  updateTitle();
}

function updateTitle() {
  const [select, title] = [findSelect(), document.getElementById(formTitleId)];
  if (!title || !select) {
    return;
  }
  const { byLink } = select.dataset;
  title.textContent = byLink ? `${plainTitle}: ${select.selectedOptions[0]?.text}` : plainTitle;
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-service]')) {
  link.addEventListener('click', () => {
    const service = link.dataset.service ?? '';
    if (findSelect()) {
      selectService(service);
    } else {
      try {
        sessionStorage.setItem(storageKeys.service, service);
      } catch {
        // If storage is blocked, the visitor can still select the service in the form.
      }
    }
  });
}

if (findSelect()) {
  try {
    selectService(sessionStorage.getItem(storageKeys.service) ?? '');
    sessionStorage.removeItem(storageKeys.service);
  } catch {
    // Storage may be blocked.
  }
}
