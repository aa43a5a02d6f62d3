import { fieldNames } from '../../contract/contact-fields.ts';
import { findControl, readValues } from './check-fields.ts';
import type { Draft } from './draft.ts';
import type { Fields } from './form-state.ts';

/** The key in `dataset` that marks a service chosen by a link. See chosen-service.ts. */
const chosenByLink = 'byLink';

export interface TypedValues {
  fields: Fields;
  serviceByLink: boolean;
}

/** Returns the form's current values. */
export function readTypedValues(form: HTMLFormElement): TypedValues {
  const service = findControl(form, 'service');
  return { fields: readValues(form), serviceByLink: service.dataset[chosenByLink] === service.value };
}

export type ServedForm = ReturnType<typeof followServedForm>;

/**
 * Follows the served form from the start of hydration until React takes over. If an add-on, a translator, or a CDN
 * has changed the HTML, React may render a new form. The values, the link's choice, and a field's focus then move to
 * the new form.
 */
export function followServedForm(island: HTMLElement, saved: Draft, isTyped: (control: Element) => boolean) {
  const served = island.querySelector('form') as HTMLFormElement;
  let focused = document.activeElement;
  let releasedValues: TypedValues | undefined;
  island.addEventListener('focusin', ({ target }) => {
    focused = target as Element;
  });

  /**
   * Merges the served form with the saved draft. A value that was typed before hydration overrides the draft. But a
   * service that the visitor chose wins over a service that a link chose.
   */
  function mergeValues(): TypedValues {
    const values = readTypedValues(served);
    for (const name of fieldNames) {
      if (!isTyped(findControl(served, name))) {
        values.fields[name] = '';
      }
    }
    const entries = fieldNames.map((name) => [name, values.fields[name] || saved.fields[name] || '']);
    const fields = Object.fromEntries(entries) as Fields;
    const ownService = saved.serviceByLink ? undefined : saved.fields.service;
    if (values.serviceByLink && ownService) {
      return { fields: { ...fields, service: ownService }, serviceByLink: false };
    }
    return {
      fields,
      serviceByLink: values.fields.service ? values.serviceByLink : saved.serviceByLink === true,
    };
  }

  /**
   * Keeps the served form's values, and empties it before its removal. Otherwise, after a reload, Firefox would restore
   * the old values.
   */
  function release() {
    releasedValues = mergeValues();
    for (const name of fieldNames) {
      findControl(served, name).value = '';
    }
  }

  function takeOver(form: HTMLFormElement) {
    // From now on, our script shows the error messages instead of the browser.
    form.setAttribute('novalidate', '');
    fillForm(form, releasedValues ?? mergeValues());
    if (form === served || document.activeElement !== document.body || !served.contains(focused)) {
      return;
    }
    form.querySelector<HTMLElement>(`[id="${focused?.id}"]`)?.focus({ preventScroll: true });
  }

  return { mergeValues, release, takeOver };
}

/**
 * Fills in a form, and clears the fields without a value. Skips fields that already have the right value, because setting
 * it would move the cursor.
 */
export function fillForm(
  form: HTMLFormElement,
  { fields, serviceByLink }: Pick<Draft, 'fields' | 'serviceByLink'>,
): void {
  for (const name of fieldNames) {
    const control = findControl(form, name);
    const value = fields[name] ?? '';
    if (control.value !== value) {
      control.value = value;
    }
  }
  const service = findControl(form, 'service');
  if (serviceByLink) {
    service.dataset[chosenByLink] = fields.service;
  } else if (service.dataset[chosenByLink]) {
    // The link's choice no longer applies. On this event, chosen-service.ts removes it from the title.
    service.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
