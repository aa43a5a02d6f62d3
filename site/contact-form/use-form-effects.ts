import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { Language } from '../../content/languages.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import { phoneLanguages } from '../facts.ts';
import { loadScript } from '../load-script.ts';
import { loadWhenNear } from '../load-when-near.ts';
import { afterPaint } from './after-paint.ts';
import { controlOf } from './check-fields.ts';
import type { FormStore, Phase } from './form-store.ts';
import type { FormWords } from './form-words.ts';
import type * as HelpersScript from './Helpers.tsx';
import { loadWords } from './load-words.ts';

/** The data attribute that marks a service chosen by a link: see chosen-service.ts. */
export const chosenByLink = 'byLink';

/** Fills the form with the saved draft when it is hydrated. */
export function useSavedDraft(form: RefObject<HTMLFormElement | null>, store: FormStore, save: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on hydration
  useLayoutEffect(() => {
    const element = form.current as HTMLFormElement;
    // From here on we show the error messages; until then the browser does.
    element.setAttribute('novalidate', '');
    const saved = store.get().draft;
    for (const name of fieldNames) {
      const control = controlOf(element, name);
      const value = saved.fields[name];
      const replaced = name === 'service' && !saved.serviceByLink && control.dataset[chosenByLink];
      // Input typed before hydration is newer than the draft; a link's choice yields to the draft.
      if (value && (replaced || control.value === '')) control.value = value;
    }
    save();
    const wake = (event: PageTransitionEvent) => {
      // Restored from the back/forward cache mid-send: the response may never arrive.
      if (event.persisted) store.dispatch({ type: 'sendingForgotten' });
    };
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);
}

/** The helpers follow the form, which sends without them: on a bad line it is usable sooner. */
export function useHelpers(form: RefObject<HTMLFormElement | null>) {
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

/**
 * A value as of the visitor's last press or key in the form; nothing before the first. What comes by itself and takes room
 * waits for the next one, so that nothing moves by itself.
 */
export function useAtInput<Value>(form: RefObject<HTMLFormElement | null>, value: Value): Value | undefined {
  const [count, setCount] = useState(0);
  const [held, setHeld] = useState<{ count: number; value: Value }>();
  useEffect(() => {
    const listening = new AbortController();
    // React listens there too, and first: what the press changes is in the value.
    const root = form.current?.parentElement;
    const hear = ({ type, target }: Event) => {
      // A text field's change is the beginning of a press elsewhere: on a button that moves before its end, nothing
      // is pressed.
      if (type !== 'change' || target instanceof HTMLSelectElement) setCount((before) => before + 1);
    };
    for (const input of inputs) root?.addEventListener(input, hear, listening);
    return () => listening.abort();
  }, [form]);
  if (count > 0 && held?.count !== count) setHeld({ count, value });
  return held?.value;
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
export const headingOf = (outcome: HTMLElement) =>
  Array.from(outcome.querySelectorAll<HTMLElement>('h4')).at(-1);

/** Moves focus and scroll position to what happens, so that nothing in sight shifts. */
export function useOutcomeInView(
  store: FormStore,
  phase: Phase,
  panel: RefObject<HTMLDivElement | null>,
  button: RefObject<HTMLButtonElement | null>,
) {
  const slow = phase.name === 'sending' && phase.slow;
  const isEmptied = phase.name === 'sent' && phase.emptied;
  useLayoutEffect(() => {
    const outcome = panel.current as HTMLDivElement;
    const heading = headingOf(outcome);
    if (phase.name === 'sending') {
      // The focused button is disabled now: without this, focus would move to the body. At the lower edge of
      // the screen what comes later shifts nothing.
      if (!slow) heading?.focus({ preventScroll: true });
      afterPaint(() => outcome.scrollIntoView({ block: 'end' }));
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
        afterPaint(() => store.dispatch({ type: 'emptied' }));
      });
    }
  }, [phase.name, slow, isEmptied, store, panel, button]);
}
