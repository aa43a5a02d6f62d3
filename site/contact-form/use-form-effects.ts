import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { FieldName } from '../../contract/contact-fields.ts';
import { loadScript } from '../load-script.ts';
import { createLoader } from '../load-when-near.ts';
import { afterPaint } from './after-paint.ts';
import { focusField } from './check-fields.ts';
import type { FormState, FormStore } from './form-store.ts';
import { type ServedForm, typedInto } from './served-form.ts';
import { whenDialogClosed } from './top-layer.ts';

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

/**
 * What the form works without, once it is loaded: right after the form and not when it is used, because by then the visitor
 * may have no data.
 */
export function useLaterParts(): LaterParts | undefined {
  const [parts, setParts] = useState<LaterParts>();
  useEffect(() => {
    const load = createLoader(async () => {
      const loaded = await loadScript('later-parts', () => import('./later-parts.ts'));
      return () => setParts(loaded);
    });
    load();
  }, []);
  return parts;
}

type LaterParts = typeof import('./later-parts.ts');

export const headingOf = (outcome: HTMLElement | null) => outcome?.querySelector('h4');

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
  useLayoutEffect(
    () => whenDialogClosed(moveToOutcome),
    [phase.name, slow, isEmptied, store, form, panel, button],
  );

  function moveToOutcome() {
    const outcome = panel.current as HTMLDivElement;
    const heading = headingOf(outcome);
    if (phase.name === 'sending') {
      // The focused button is disabled now: without this, focus would move to the body. At the lower edge of
      // the screen what comes later shifts nothing.
      if (!slow) {
        heading?.focus({ preventScroll: true });
      }
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
  }
}
