import { useEffect, useRef, useState } from 'react';
import { interpolate } from '../../content/interpolate.ts';
import { fieldOf, normalizeValue } from '../../contract/contact-fields.ts';
import { controlOf, focusField } from './check-fields.ts';
import type { FormWords } from './load-words.ts';
import { suggestAddress } from './suggest-address.ts';

interface Props {
  /** As typed. */
  email: string;
  words: FormWords['form'];
}

/**
 * Asks about a misspelled address. One press takes the other. The region is there before the question, so that screen
 * readers announce it.
 */
export function AddressSuggestion({ email, words }: Props) {
  const region = useRef<HTMLDivElement>(null);
  /** The address with which the visitor went on to another field. */
  const [completeEmail, setCompleteEmail] = useState<string>();

  useEffect(() => {
    const form = formOf(region.current);
    const complete = ({ target }: FocusEvent) => {
      // Not at a button: what would appear above Send as it is pressed would move it from under the finger.
      const { name } = target as HTMLInputElement;
      if (name && name !== 'email') {
        setCompleteEmail(email);
      }
    };
    form.addEventListener('focusin', complete);
    return () => form.removeEventListener('focusin', complete);
  }, [email]);

  function take(address: string) {
    const form = formOf(region.current);
    const control = controlOf(form, 'email');
    control.value = address;
    // The form saves it and checks it again.
    control.dispatchEvent(new Event('input', { bubbles: true }));
    focusField(form, 'email');
  }

  const address = suggestAddress(normalizeValue(fieldOf('email'), email), email !== completeEmail);
  return (
    <div ref={region} role="status" className="address-suggestion">
      {address && (
        <button type="button" onClick={() => take(address)}>
          {interpolate(words.didYouMean, { address })}
        </button>
      )}
    </div>
  );
}

const formOf = (region: HTMLDivElement | null) => region?.closest('form') as HTMLFormElement;
