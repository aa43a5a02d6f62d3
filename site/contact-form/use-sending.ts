import { useEffect, useRef, useState } from 'react';
import type { Language } from '../../content/languages.ts';
import type { FieldName } from '../../contract/contact-fields.ts';
import { type Result, sendContactRequest } from './send-contact-request.ts';

export type SendingState = 'idle' | 'sending' | 'sent' | 'failed';

/** After this long without a response, offer a call. */
const slowMilliseconds = 5_000;

/** Sends one request at a time and tracks its state. */
export function useSending(language: Language) {
  const [state, setState] = useState<SendingState>('idle');
  const [slow, setSlow] = useState(false);
  // A ref updates immediately, unlike state: a double press sends once.
  const attempt = useRef<AbortController>(undefined);

  useEffect(() => {
    const wake = (event: PageTransitionEvent) => {
      // Restored from the back/forward cache mid-send: the response may never arrive.
      if (event.persisted) {
        attempt.current?.abort();
        attempt.current = undefined;
        setState((current) => (current === 'sending' ? 'idle' : current));
      }
    };
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);

  useEffect(() => {
    if (state !== 'sending') return;
    const timer = setTimeout(setSlow, slowMilliseconds, true);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [state]);

  return {
    state,
    slow,
    isSending: () => attempt.current !== undefined,
    /** Hides the result of the last attempt. */
    dismiss: () => setState((current) => (current === 'sending' ? current : 'idle')),
    /** Resolves to undefined if superseded in the meantime. */
    async send(fields: Record<FieldName, string>, key: string): Promise<Result | undefined> {
      const current = new AbortController();
      attempt.current = current;
      setState('sending');
      const result = await sendContactRequest(fields, language, key, current.signal);
      if (attempt.current !== current) return undefined;
      attempt.current = undefined;
      setState(result.accepted ? 'sent' : 'failed');
      return result;
    },
  };
}
