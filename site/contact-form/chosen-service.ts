/**
 * Links that name a service lead to the form with that service chosen. Over a change of page the choice
 * lies in `sessionStorage`. What the visitor chose is never overwritten.
 */
const storageKey = 'service';
const select = document.querySelector<HTMLSelectElement>('#contact-service');
let choosing = false;

function choose(service: string) {
  if (select && (select.value === '' || select.dataset.byLink)) {
    select.value = service;
    select.dataset.byLink = service;
    choosing = true;
    // The form writes it down and shows what to have ready.
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
        // Some browsers are told to keep nothing: then the visitor chooses in the form.
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
