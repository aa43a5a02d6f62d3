import { type RefObject, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { Language } from '../../content/languages.ts';
import { fieldNames, limits, type ServiceValue } from '../../contract/contact-fields.ts';
import type { Fix } from '../position/describe-position.ts';
import { addedLines } from './added-lines.ts';
import { controlOf, valuesOf } from './check-fields.ts';
import { type Draft, emptyDraft, forgetDraft, isTyped, loadDraft, saveDraft } from './draft.ts';
import type { FormWords } from './form-words.ts';
import { writeLines } from './message-lines.ts';

/** What a link writes on the select when it chooses the service: chosen-service.ts. */
export const chosenByLink = 'byLink';

/**
 * Everything typed into the form, kept over a reload, a change of language and a tab that the phone
 * threw away; and the lines that the short inputs and the position add to the message.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, language: Language, words: FormWords) {
  const draft = useRef<Draft>(emptyDraft());
  /** React runs: what works only with it may show. */
  const [ready, setReady] = useState(false);
  const [typed, setTyped] = useState(false);
  const [crowded, setCrowded] = useState(false);
  const [service, setService] = useState('');
  /** Counts the drafts that were begun: the parts of one are not those of the next. */
  const [generation, setGeneration] = useState(0);
  /** The draft is no state: what shows it is drawn anew by hand. */
  const [, redraw] = useReducer((count) => count + 1, 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the served form is taken over
  useLayoutEffect(() => {
    draft.current = loadDraft();
    for (const name of fieldNames) {
      const kept = draft.current.fields[name];
      const control = form.current && controlOf(form.current, name);
      const replaced = name === 'service' && !draft.current.serviceByLink && control?.dataset[chosenByLink];
      // What was typed before React came is newer than the draft; what a link chose is not the visitor's.
      if (control && kept && (replaced || control.value === '')) control.value = kept;
    }
    remember();
    setReady(true);
  }, []);

  /** Takes down what stands in the fields. */
  function remember() {
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

  /** Writes the added lines anew. The caret stays where it is in the visitor's own words. */
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

  function begin() {
    draft.current = emptyDraft();
    forgetDraft();
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
    remember,
    /** Empties the form and forgets what was in it. */
    begin,
    setShort(id: string, value: string) {
      draft.current.short[id] = value.replace(/\s+/g, ' ').trim();
      rewriteMessage();
      // The sign shows the highway that is typed. Without it nothing but the message changes.
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
