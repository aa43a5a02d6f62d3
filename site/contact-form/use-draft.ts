import { type RefObject, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { Language } from '../../content/languages.ts';
import { fieldNames, limits, type ServiceValue } from '../../contract/contact-fields.ts';
import type { Fix } from '../position/describe-position.ts';
import { addedLines } from './added-lines.ts';
import { controlOf, valuesOf } from './check-fields.ts';
import { clearDraft, type Draft, emptyDraft, isTyped, loadDraft, saveDraft } from './draft.ts';
import type { FormWords } from './form-words.ts';
import { writeLines } from './message-lines.ts';

/** The data attribute that marks a service chosen by a link: see chosen-service.ts. */
export const chosenByLink = 'byLink';

/**
 * Everything typed into the form, preserved across reloads, language changes and discarded tabs; also the
 * lines that the short inputs and the position add to the message.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, language: Language, words: FormWords) {
  const draft = useRef<Draft>(emptyDraft());
  /** Hydrated: show what only works with React. */
  const [ready, setReady] = useState(false);
  const [typed, setTyped] = useState(false);
  const [crowded, setCrowded] = useState(false);
  const [service, setService] = useState('');
  /** Counts drafts, so that each gets fresh components. */
  const [generation, setGeneration] = useState(0);
  /** The draft is a ref, so re-render manually. */
  const [, redraw] = useReducer((count) => count + 1, 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on hydration
  useLayoutEffect(() => {
    draft.current = loadDraft();
    for (const name of fieldNames) {
      const saved = draft.current.fields[name];
      const control = form.current && controlOf(form.current, name);
      const replaced = name === 'service' && !draft.current.serviceByLink && control?.dataset[chosenByLink];
      // Input typed before hydration is newer than the draft; a link's choice yields to the draft.
      if (control && saved && (replaced || control.value === '')) control.value = saved;
    }
    save();
    setReady(true);
  }, []);

  /** Saves the current field values. */
  function save() {
    if (!form.current) return;
    const select = controlOf(form.current, 'service');
    draft.current.fields = valuesOf(form.current);
    draft.current.serviceByLink = select.dataset[chosenByLink] === select.value;
    saveDraft(draft.current);
    setTyped(isTyped(draft.current));
    if (select.value !== service) {
      setService(select.value);
      rewriteMessage();
    }
  }

  /** Rewrites the added lines. The caret keeps its place in the visitor's own words. */
  function rewriteMessage() {
    const message = form.current && (controlOf(form.current, 'message') as HTMLTextAreaElement);
    if (!message) return;
    const select = controlOf(message.form as HTMLFormElement, 'service');
    const lines = addedLines(draft.current, select.value as ServiceValue | '', language, words.roadside);
    const written = writeLines(message.value, draft.current.written, lines, limits.message);
    if (written.message !== message.value) {
      const fromEnd = message.value.length - message.selectionStart;
      message.value = written.message;
      const caret = Math.max(0, message.value.length - fromEnd);
      message.setSelectionRange(caret, caret);
    }
    draft.current.written = written.written;
    draft.current.fields.message = message.value;
    setCrowded(written.crowded);
    saveDraft(draft.current);
    setTyped(isTyped(draft.current));
  }

  function reset() {
    draft.current = emptyDraft();
    clearDraft();
    form.current?.reset();
    setTyped(false);
    setCrowded(false);
    setService('');
    setGeneration((count) => count + 1);
  }

  return {
    data: () => draft.current,
    ready,
    typed,
    crowded,
    service: service as ServiceValue | '',
    generation,
    save,
    /** Clears the form and its draft. */
    reset,
    setShort(id: string, value: string) {
      draft.current.short[id] = value.replace(/\s+/g, ' ').trim();
      rewriteMessage();
      // The sign shows the typed highway. Without a position only the message changes.
      if (draft.current.fix) redraw();
    },
    setFix(fix: Fix) {
      draft.current.fix = fix;
      rewriteMessage();
      redraw();
    },
  };
}

export type DraftHandle = ReturnType<typeof useDraft>;
