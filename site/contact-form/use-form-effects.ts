import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { FieldName } from '../../contract/contact-fields.ts';
import { loadScript } from '../load-script.ts';
import { createLoader } from '../load-when-near.ts';
import { focusField } from './check-fields.ts';
import type { FormState } from './form-state.ts';
import type { FormStore } from './form-store.ts';
import { runAfterPaint } from './run-after-paint.ts';
import { readTypedValues, type ServedForm } from './served-form.ts';
import { runWhenDialogClosed } from './top-layer.ts';

type FormRef = RefObject<HTMLFormElement | null>;

/** Takes over the served form. React hydrates it, or renders a new form if hydration fails. */
export function useServedForm(
  served: ServedForm | undefined,
  form: FormRef,
  store: FormStore,
  isReady: boolean,
) {
  // While React hydrates, `isReady` is false. So if it is true in the first render, hydration failed, and React renders
  // a new form. React removes the served form before effects run, so save its values now.
  useState(() => isReady && served?.release());
  useLayoutEffect(() => {
    const element = form.current as HTMLFormElement;
    served?.takeOver(element);
    store.dispatch({ type: 'typed', ...readTypedValues(element) });
  }, [served, form, store]);
}

/**
 * Returns the form's optional parts once they are loaded. They load right after the form rather than on first use,
 * because by then the visitor may have no data.
 */
export function useLazyParts(store: FormStore, form: FormRef): LazyParts | undefined {
  const [parts, setParts] = useState<LazyParts>();
  useEffect(() => {
    const load = createLoader(async () => {
      const loaded = await loadScript('lazy-parts', () => import('./lazy-parts.ts'));
      return () => {
        setParts(loaded);
        loaded.restoreReceipt(store, form.current?.firstElementChild as HTMLElement);
      };
    });
    load();
  }, [store, form]);
  return parts;
}

type LazyParts = typeof import('./lazy-parts.ts');

export const findHeading = (outcome: HTMLElement | null) => outcome?.querySelector('h4');

/**
 * Focuses and scrolls to the outcome. After a failure, focuses the first rejected field or Send. The order of these
 * steps avoids layout shifts (CLS).
 */
export function useOutcomeInView(
  store: FormStore,
  { phase, errors }: FormState,
  form: FormRef,
  panel: RefObject<HTMLDivElement | null>,
  button: RefObject<HTMLButtonElement | null>,
) {
  const isSlow = phase.name === 'sending' && phase.isSlow;
  const isReset = phase.name === 'sent' && phase.isReset;
  const isRestored = phase.name === 'sent' && phase.isRestored;
  const [firstRejectedField] = phase.name === 'failed' ? (Object.keys(errors) as FieldName[]) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: don't scroll again when an error is fixed
  useLayoutEffect(
    () => (isRestored ? undefined : runWhenDialogClosed(moveToOutcome)),
    [phase.name, isSlow, isReset, store, form, panel, button],
  );

  function moveToOutcome() {
    const outcome = panel.current as HTMLDivElement;
    const heading = findHeading(outcome);
    if (phase.name === 'sending') {
      // The pressed button is disabled or was removed. Without this, focus would move to the body.
      if (!isSlow) {
        heading?.focus({ preventScroll: true });
      }
      // With the panel at the bottom of the screen, content added later doesn't move anything visible.
      runAfterPaint(() => outcome.scrollIntoView({ block: 'end' }));
    } else if (firstRejectedField) {
      focusField(form.current, firstRejectedField);
    } else if (phase.name === 'failed') {
      button.current?.focus({ preventScroll: true });
      // Scroll the panel to just above the toast, so that usually no other large call link is visible.
      runAfterPaint(() => outcome.scrollIntoView({ block: 'end' }));
    } else if (isReset) {
      // The fields have disappeared. Before the browser paints, keep the panel in place, because Safari doesn't.
      outcome.scrollIntoView();
    } else if (phase.name === 'sent') {
      heading?.focus({ preventScroll: true });
      // Scroll the form out of view before it is emptied, so that the parts that disappear shift nothing visible.
      runAfterPaint(() => {
        outcome.scrollIntoView();
        runAfterPaint(() => {
          // Reset the form before React replaces a field. Otherwise, after a reload, Firefox would restore the removed
          // field's value.
          form.current?.reset();
          store.dispatch({ type: 'reset' });
        });
      });
    }
  }
}
