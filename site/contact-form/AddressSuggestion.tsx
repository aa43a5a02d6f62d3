import { useEffect, useRef, useState } from 'react';
import { interpolate } from '../../content/interpolate.ts';
import { getField, normalizeValue } from '../../contract/contact-fields.ts';
import { findControl, focusField } from './check-fields.ts';
import type { FormWords } from './load-words.ts';
import { suggestAddress } from './suggest-address.ts';

interface Props {
  /** The address as the visitor typed it. Empty before the visitor uses the form, and while it is locked. */
  email: string;
  words: FormWords['form'];
}

/**
 * Suggests a correction for a misspelled email address. Pressing the suggestion replaces the address. The live region
 * is already there before the suggestion appears. Otherwise, some screen readers wouldn't announce it.
 */
export function AddressSuggestion({ email, words }: Props) {
  const region = useRef<HTMLDivElement>(null);
  /** The address in the field when the visitor moved to another field. */
  const [completeEmail, setCompleteEmail] = useState<string>();

  useEffect(() => {
    const form = findForm(region.current);
    const markComplete = ({ target }: FocusEvent) => {
      // Ignore buttons: a suggestion that appears while Send is pressed would move Send out from under the finger.
      const { name } = target as HTMLInputElement;
      if (name && name !== 'email') {
        setCompleteEmail(email);
      }
    };
    form.addEventListener('focusin', markComplete);
    return () => form.removeEventListener('focusin', markComplete);
  }, [email]);

  function applySuggestion(address: string) {
    const form = findForm(region.current);
    const control = findControl(form, 'email');
    control.value = address;
    // On this event, the form saves the address, and checks it again if it had an error.
    control.dispatchEvent(new Event('input', { bubbles: true }));
    focusField(form, 'email');
  }

  const address = suggestAddress(normalizeValue(getField('email'), email), email !== completeEmail);
  return (
    <div ref={region} role="status" className="address-suggestion">
      {address && (
        <button type="button" onClick={() => applySuggestion(address)}>
          {interpolate(words.didYouMean, { address })}
        </button>
      )}
    </div>
  );
}

const findForm = (region: HTMLDivElement | null) => region?.closest('form') as HTMLFormElement;
