import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { loadScript } from '../load-script.ts';
import { loadWhenNear } from '../load-when-near.ts';
import { afterPaint } from './after-paint.ts';
import type { FormStore, Phase } from './form-store.ts';
import type * as HelpersScript from './Helpers.tsx';

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
    const heading = outcome.querySelector<HTMLElement>('h4');
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
      // After the reset: screen readers announce the emptied select, a little later.
      afterPaint(() => heading?.focus({ preventScroll: true }));
      // Browsers that anchor scrolling (not Safari) have kept it in its place.
      afterPaint(() => outcome.scrollIntoView());
    } else if (phase.name === 'sent') {
      // First out of sight, then emptied: what the helpers leave behind shifts nothing.
      afterPaint(() => {
        outcome.scrollIntoView();
        afterPaint(() => store.dispatch({ type: 'emptied' }));
      });
    }
  }, [phase.name, slow, isEmptied, store, panel, button]);
}
