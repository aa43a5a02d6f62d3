import type { SubmitEvent } from 'react';
import { sentPage } from '../../contract/site-places.ts';
import { pathBelow } from '../routes.ts';
import { controlOf } from './check-fields.ts';
import type { Draft } from './draft.ts';
import { emptyFields, type FormStore } from './form-store.ts';
import { pageLanguage } from './load-words.ts';
import { showIn } from './served-form.ts';

/*
 * The form without our script, which takes over again after an error. The code that formats answers is not used here,
 * because it may have caused the error.
 */

/** The raw answers, then the visitor's own words. */
function wholeMessage({ answers, location }: Draft, own = ''): string {
  const parts = [location?.latitude, location?.longitude, ...Object.values(answers), own];
  return parts.filter(Boolean).join('\n');
}

/**
 * Lets the browser send the form after an error in our handler, with all that was answered. If a field is wrong, the
 * browser says so and sends nothing.
 */
export function sendNatively(event: SubmitEvent<HTMLFormElement>, draft: Draft) {
  const form: HTMLFormElement = event.currentTarget;
  const control = controlOf(form, 'message');
  const message = wholeMessage(draft, control.value);
  // The form keeps showing what was typed: after Back, the answers would otherwise be in it twice.
  form.addEventListener('formdata', ({ formData }) => formData.set('message', message), { once: true });
  control.required = message === '';
  form.noValidate = false;
  if (!form.reportValidity()) {
    event.preventDefault();
  }
}

/** React has removed the form: the native one takes its place, with all that was shown, and sends. */
export function showNatively(island: HTMLElement, store: FormStore) {
  const form = island.querySelector('form') as HTMLFormElement;
  const { draft } = store.get();
  showIn(form, {
    fields: { ...emptyFields, ...draft.fields, message: wholeMessage(draft, draft.fields.message) },
    serviceByLink: draft.serviceByLink === true,
  });
  const showSuccess = () => {
    if (store.get().phase.name !== 'sent') {
      return;
    }
    form.reset();
    location.assign(pathBelow(pageLanguage(), sentPage));
  };
  showSuccess();
  // A request may still be under way.
  store.subscribe(showSuccess);
}
