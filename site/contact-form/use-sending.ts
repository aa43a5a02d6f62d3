import { useEffect, useRef, useState } from 'react';
import type { Language } from '../../content/languages.ts';
import type { FieldName } from '../../contract/contact-fields.ts';
import { type Result, sendContactRequest } from './send-contact-request.ts';

export type SendingState = 'idle' | 'sending' | 'sent' | 'failed';

/** After this long without an answer the call is offered beside it. */
const slowMilliseconds = 5_000;

/** Sends a request, one at a time, and says how far it is. */
export function useSending(language: Language) {
  const [state, setState] = useState<SendingState>('idle');
  const [slow, setSlow] = useState(false);
  // Known at once, where the state is known only after the next rendering: a double press sends once.
  const attempt = useRef<AbortController>(undefined);

  useEffect(() => {
    const wake = (event: PageTransitionEvent) => {
      // Kept by the browser in mid-send: its answer may never come to this page.
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
    isUnderWay: () => attempt.current !== undefined,
    /** What was said of the last attempt is no longer said. */
    dismiss: () => setState((current) => (current === 'sending' ? current : 'idle')),
    /** Resolves to nothing when the page has meanwhile turned to something else. */
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
