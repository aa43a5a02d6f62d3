import { requestAnchor } from '../../contract/contact-fields.ts';

/**
 * Links that name a service open the form with that service selected, across pages by way of
 * `sessionStorage`, and its title says so. The visitor's own choice is never overwritten.
 */
const storageKey = 'service';
const select = document.querySelector<HTMLSelectElement>('#contact-service');
const title = document.getElementById(requestAnchor);
const plainTitle = title?.textContent;
let choosing = false;

function choose(service: string) {
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

select?.addEventListener('input', () => {
  if (!choosing) forget();
});
select?.form?.addEventListener('reset', forget);

function forget() {
  delete select?.dataset.byLink;
  nameService();
}

function nameService() {
  if (!title || !select) return;
  const { byLink } = select.dataset;
  title.textContent = byLink ? `${plainTitle}: ${select.selectedOptions[0]?.text}` : `${plainTitle}`;
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-service]')) {
  link.addEventListener('click', () => {
    const service = link.dataset.service ?? '';
    if (select) {
      choose(service);
    } else {
      try {
        sessionStorage.setItem(storageKey, service);
      } catch {
        // Storage may be blocked: then the visitor selects in the form.
      }
    }
  });
}

if (select) {
  try {
    choose(sessionStorage.getItem(storageKey) ?? '');
    sessionStorage.removeItem(storageKey);
  } catch {
    // As above.
  }
}
