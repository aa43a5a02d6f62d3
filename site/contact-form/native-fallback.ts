import type { SubmitEvent } from 'react';
import { sentPage } from '../../contract/link-targets.ts';
import { buildPath } from '../routes.ts';
import { findControl } from './check-fields.ts';
import { type Draft, hasContent } from './draft.ts';
import type { FormStore } from './form-store.ts';
import { getPageLanguage } from './load-words.ts';
import { fillForm } from './served-form.ts';

/*
 * Lets the browser handle the form again after an error in our script. This file doesn't use the code that formats
 * answers, because that code may have caused the error.
 */

/** Returns the raw position and answers, then the visitor's own words. */
function joinRawMessage({ answers, position }: Draft, ownWords = ''): string {
  const parts = [position?.latitude, position?.longitude, ...Object.values(answers), ownWords];
  return parts.filter(Boolean).join('\n');
}

/**
 * Lets the browser send the form with all the answers after an error in our handler. If a field is invalid, the browser
 * says so and sends nothing.
 */
export function sendNatively(event: SubmitEvent<HTMLFormElement>, draft: Draft) {
  const form: HTMLFormElement = event.currentTarget;
  const control = findControl(form, 'message');
  const message = joinRawMessage(draft, control.value);
  // Change the posted data, not the field. Otherwise, the form would contain the answers twice after Back.
  form.addEventListener('formdata', ({ formData }) => formData.set('message', message), { once: true });
  control.required = message === '';
  form.noValidate = false;
  if (!form.reportValidity()) {
    event.preventDefault();
  }
}

/** Fills in the native form that replaces React's after an error. The browser itself sends this form. */
export function showNatively(island: HTMLElement, store: FormStore) {
  const form = island.querySelector('form') as HTMLFormElement;
  const { draft } = store.get();
  fillForm(form, {
    fields: { ...draft.fields, message: joinRawMessage(draft, draft.fields.message) },
    serviceByLink: draft.serviceByLink,
  });
  const showSuccess = () => {
    const { phase, draft: current } = store.get();
    // Keep the draft of another request, which the success page would seem to confirm.
    if (phase.name !== 'sent' || phase.isRestored || (phase.isReset && hasContent(current))) {
      return;
    }
    form.reset();
    location.assign(buildPath(getPageLanguage(), sentPage));
  };
  showSuccess();
  // A request may still be in progress.
  store.subscribe(showSuccess);
}
