import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Language } from '../../content/languages.ts';
import type { FieldName } from '../../contract/contact-fields.ts';
import { phoneLanguages } from '../facts.ts';
import { loadScript } from '../load-script.ts';
import { loadWhenNear } from '../load-when-near.ts';
import { afterPaint } from './after-paint.ts';
import { focusField } from './check-fields.ts';
import type { FormState, FormStore } from './form-store.ts';
import type { FormWords } from './form-words.ts';
import type * as HelpersScript from './Helpers.tsx';
import { loadWords } from './load-words.ts';
import { type ServedForm, typedInto } from './served-form.ts';

type FormRef = RefObject<HTMLFormElement | null>;

/** Takes the place of the served form: hydrates it, or renders it anew where others have changed it. */
export function useServedForm(
  served: ServedForm | undefined,
  form: FormRef,
  store: FormStore,
  isAnew: boolean,
) {
  // While it renders, because React removes the served form before any effect.
  useState(() => isAnew && served?.release());
  useLayoutEffect(() => {
    const element = form.current as HTMLFormElement;
    served?.takeOver(element);
    store.dispatch({ type: 'typed', ...typedInto(element) });
  }, [served, form, store]);
}

/** The helpers follow the form, which sends without them: on a bad line it is usable sooner. */
export function useHelpers(form: FormRef) {
  const [helpers, setHelpers] = useState<typeof HelpersScript>();
  useEffect(() => {
    loadWhenNear(form.current as HTMLFormElement, async () => {
      const script = await loadScript('Helpers', () => import('./Helpers.tsx'));
      return () => setHelpers(script);
    });
  }, [form]);
  return helpers;
}

const [answered] = phoneLanguages;

/** The words of the language calls are answered in, if it is another than the page's: see Spoken.tsx. */
export function useAnsweredWords(language: Language, isStarted: boolean) {
  const [words, setWords] = useState<FormWords>();
  useEffect(() => {
    // Without them the page's own words remain.
    if (isStarted && answered && !phoneLanguages.includes(language))
      loadWords(answered).then(setWords, () => undefined);
  }, [isStarted, language]);
  return answered && words && { language: answered, words };
}

/** What a visitor does in the form: what moves within half a second of it is expected, and is no layout shift. */
const inputs = ['click', 'keydown', 'input', 'change'];

/** A value as of the last press or key in the form: what comes by itself waits for the next one, so that nothing moves. */
export function useAtLastInput<Value>(form: FormRef, value: Value): Value | undefined {
  const latest = useRef(value);
  const [atLastInput, setAtLastInput] = useState<Value>();
  useLayoutEffect(() => {
    latest.current = value;
  });
  useEffect(() => {
    const listening = new AbortController();
    const update = ({ type, target }: Event) => {
      // A text field's change is the beginning of a press elsewhere: on a button that moves before its end, nothing
      // is pressed.
      if (type === 'change' && !(target instanceof HTMLSelectElement)) return;
      // Once React has shown what the input changes.
      queueMicrotask(() => setAtLastInput(() => latest.current));
    };
    for (const input of inputs) form.current?.parentElement?.addEventListener(input, update, listening);
    return () => listening.abort();
  }, [form]);
  return atLastInput;
}

/** A screen reader announces the title first when the visitor returns to the page. */
export function useErrorTitle(isWrong: boolean, prefix: string) {
  useEffect(() => {
    if (!isWrong) return;
    const { title } = document;
    document.title = `${prefix} ${title}`;
    return () => {
      document.title = title;
    };
  }, [isWrong, prefix]);
}

/** The last: beside the one of the sending, which stays a little longer. */
export const headingOf = (outcome: HTMLElement | null) =>
  Array.from(outcome?.querySelectorAll<HTMLElement>('h4') ?? []).at(-1);

/** Moves focus and scroll position to what happens, so that nothing in sight shifts. */
export function useOutcomeInView(
  store: FormStore,
  { phase, problems }: FormState,
  form: FormRef,
  panel: RefObject<HTMLDivElement | null>,
  button: RefObject<HTMLButtonElement | null>,
) {
  const slow = phase.name === 'sending' && phase.slow;
  const isEmptied = phase.name === 'sent' && phase.emptied;
  const [refused] = phase.name === 'failed' ? (Object.keys(problems) as FieldName[]) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a problem that is fixed later moves nothing
  useLayoutEffect(() => {
    const outcome = panel.current as HTMLDivElement;
    const heading = headingOf(outcome);
    if (phase.name === 'sending') {
      // The focused button is disabled now: without this, focus would move to the body. At the lower edge of
      // the screen what comes later shifts nothing.
      if (!slow) heading?.focus({ preventScroll: true });
      afterPaint(() => outcome.scrollIntoView({ block: 'end' }));
    } else if (refused) {
      focusField(form.current, refused);
    } else if (phase.name === 'failed') {
      button.current?.focus({ preventScroll: true });
      // Just above the toast, so that no other call link is in sight.
      afterPaint(() => outcome.scrollIntoView({ block: 'end' }));
    } else if (isEmptied) {
      // Browsers that anchor scrolling (not Safari) have kept it in its place.
      afterPaint(() => outcome.scrollIntoView());
    } else if (phase.name === 'sent') {
      heading?.focus({ preventScroll: true });
      // First out of sight, then emptied: what the helpers leave behind shifts nothing.
      afterPaint(() => {
        outcome.scrollIntoView();
        afterPaint(() => {
          // Before React replaces a field: Firefox brings back what a removed one held when the page is reloaded.
          form.current?.reset();
          store.dispatch({ type: 'emptied' });
        });
      });
    }
  }, [phase.name, slow, isEmptied, store, form, panel, button]);
}
