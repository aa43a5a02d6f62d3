/**
 * Links that name a service open the form with that service selected, across pages by way of
 * `sessionStorage`. The visitor's own choice is never overwritten.
 */
const storageKey = 'service';
const select = document.querySelector<HTMLSelectElement>('#contact-service');
let choosing = false;

function choose(service: string) {
  if (select && (select.value === '' || select.dataset.byLink)) {
    select.value = service;
    select.dataset.byLink = service;
    choosing = true;
    // The form saves it and shows what to have ready.
    select.dispatchEvent(new Event('input', { bubbles: true }));
    choosing = false;
  }
}

select?.addEventListener('input', () => {
  if (!choosing) delete select.dataset.byLink;
});

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
