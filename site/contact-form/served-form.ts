import { fieldNames } from '../../contract/contact-fields.ts';
import { controlOf, valuesOf } from './check-fields.ts';
import type { Draft } from './draft.ts';
import type { Fields } from './form-store.ts';

/** The data attribute that marks a service chosen by a link: see chosen-service.ts. */
export const chosenByLink = 'byLink';

export interface Typed {
  fields: Fields;
  serviceByLink: boolean;
}

/** What the form holds. */
export function typedInto(form: HTMLFormElement): Typed {
  const service = controlOf(form, 'service');
  return { fields: valuesOf(form), serviceByLink: service.dataset[chosenByLink] === service.value };
}

export type ServedForm = ReturnType<typeof servedForm>;

/**
 * The form as the visitor has used it before React takes over. Add-ons, translators and content networks change what
 * was served: then React renders it anew, and what was typed, chosen and focused goes from the one to the other.
 */
export function servedForm(island: HTMLElement, saved: Draft, isTyped: (control: Element) => boolean) {
  const served = island.querySelector('form') as HTMLFormElement;
  let focused = document.activeElement;
  let released: Typed | undefined;
  island.addEventListener('focusin', ({ target }) => {
    focused = target as Element;
  });

  /** Typed before hydration is newer than the saved draft; a service that a link chose yields to the visitor's own. */
  function typed(): Typed {
    const now = typedInto(served);
    for (const name of fieldNames) {
      if (!isTyped(controlOf(served, name))) {
        now.fields[name] = '';
      }
    }
    const values = fieldNames.map((name) => [name, now.fields[name] || saved.fields[name] || '']);
    const fields = Object.fromEntries(values) as Fields;
    const own = saved.serviceByLink ? undefined : saved.fields.service;
    if (now.serviceByLink && own) {
      return { fields: { ...fields, service: own }, serviceByLink: false };
    }
    return { fields, serviceByLink: now.fields.service ? now.serviceByLink : saved.serviceByLink === true };
  }

  /** Before it is removed: Firefox brings back what a removed field held when the page is reloaded. */
  function release() {
    released = typed();
    for (const name of fieldNames) {
      controlOf(served, name).value = '';
    }
  }

  function takeOver(form: HTMLFormElement) {
    // From here on we show the error messages; until then the browser does.
    form.setAttribute('novalidate', '');
    showIn(form, released ?? typed());
    if (form === served || document.activeElement !== document.body || !served.contains(focused)) {
      return;
    }
    form.querySelector<HTMLElement>(`#${focused?.id}`)?.focus({ preventScroll: true });
  }

  return { typed, release, takeOver };
}

/** Fills in a form. A field that is right is left alone: its cursor would move. */
export function showIn(form: HTMLFormElement, { fields, serviceByLink }: Typed): void {
  for (const name of fieldNames) {
    const control = controlOf(form, name);
    if (control.value !== fields[name]) {
      control.value = fields[name];
    }
  }
  const service = controlOf(form, 'service');
  if (serviceByLink) {
    service.dataset[chosenByLink] = fields.service;
  } else if (service.dataset[chosenByLink]) {
    // The link's choice no longer holds. On this event, chosen-service.ts takes it out of the title.
    service.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
