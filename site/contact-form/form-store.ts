import { type FieldName, fieldNames } from '../../contract/contact-fields.ts';
import type { Problems } from './check-fields.ts';
import { type Draft, emptyDraft, isTyped, parseDraft } from './draft.ts';
import { storageKeys } from './storage-keys.ts';

export type Fields = Record<FieldName, string>;
export const emptyFields = Object.fromEntries(fieldNames.map((name) => [name, ''])) as Fields;

export type Location = NonNullable<Draft['location']>;

/** What was sent, and the response. */
export interface SentRequest {
  fields: Fields;
  draft: Draft;
  /** For the visitor to give on the phone. Absent if the response body was cut off. */
  reference?: string | undefined;
  /** Opens the page that shows how the request stands. */
  statusToken?: string | undefined;
  /** Milliseconds since 1970. */
  time: number;
}

export type Phase =
  | { name: 'idle' }
  /** `slow`: there has been no response for a while. */
  | { name: 'sending'; attempt: symbol; fields: Fields; slow: boolean }
  /** `emptied`: the form holds the next draft, no longer what was sent. */
  | { name: 'sent'; sent: SentRequest; emptied: boolean }
  | { name: 'failed' };

export interface FormState {
  /** Hydrated: show what only works with React. */
  ready: boolean;
  draft: Draft;
  problems: Problems;
  /** Presses on Send in a row that found problems. */
  failedChecks: number;
  /** The problems are those that the last press found: nothing was checked again since. */
  isFreshlyChecked: boolean;
  /** The search for the phone's position: under way, or how it ended without one. */
  search: { state: 'closed' | 'searching' | SearchEnd; id?: symbol };
  phase: Phase;
  /** The visitor has closed the toast of this outcome, or its time is up. */
  toastClosed: boolean;
  /** How often the form was emptied. */
  emptied: number;
}

export type SearchEnd = 'denied' | 'failed';

export type Action =
  | { type: 'typed'; fields: Fields; serviceByLink: boolean }
  | { type: 'answered'; question: string; answer: string }
  | { type: 'locationRemoved' }
  | { type: 'checked'; problems: Problems }
  | { type: 'rechecked'; problems: Problems }
  | { type: 'searchStarted'; search: symbol }
  | { type: 'searchEnded'; search: symbol; end: SearchEnd }
  | { type: 'located'; search: symbol; location: Location }
  | { type: 'sendingStarted'; attempt: symbol; draft: Draft; fields: Fields }
  | { type: 'sendingSlow'; attempt: symbol }
  | {
      type: 'accepted';
      attempt: symbol;
      reference: string | undefined;
      statusToken: string | undefined;
      time: number;
    }
  | { type: 'notSent'; attempt: symbol; problems?: Problems | undefined }
  | { type: 'restored'; draft: Draft }
  | { type: 'toastClosed' }
  | { type: 'emptied' }
  | { type: 'cleared' };

/** The form as the server renders it. */
export const untouched: FormState = {
  ready: false,
  draft: emptyDraft,
  problems: {},
  failedChecks: 0,
  isFreshlyChecked: false,
  search: { state: 'closed' },
  phase: { name: 'idle' },
  toastClosed: false,
  emptied: 0,
};

/** From Send until the form is empty again, nothing can be added: it would not be sent. */
export const isLocked = ({ phase }: FormState) =>
  phase.name === 'sending' || (phase.name === 'sent' && !phase.emptied);

/**
 * The next state. Work that ends late (a position, a response) names what it was started for, and changes nothing
 * once that is gone.
 */
export function reduce(state: FormState, action: Action): FormState {
  const { draft, search, phase } = state;
  const change = (changes: Partial<Draft>) => ({ ...state, draft: { ...draft, ...changes } });
  const empty = { ...untouched, ready: true, emptied: state.emptied + 1 };
  const isThisAttempt = 'attempt' in action && phase.name === 'sending' && phase.attempt === action.attempt;
  switch (action.type) {
    case 'typed':
      return isLocked(state) ? state : change({ fields: action.fields, serviceByLink: action.serviceByLink });
    case 'answered':
      return isLocked(state)
        ? state
        : change({ answers: { ...draft.answers, [action.question]: action.answer } });
    case 'locationRemoved':
      return isLocked(state) ? state : change({ location: undefined });
    case 'checked':
      // The last attempt's result would appear next to this attempt's problems.
      return {
        ...state,
        problems: action.problems,
        failedChecks: state.failedChecks + 1,
        isFreshlyChecked: true,
        phase: { name: 'idle' },
      };
    case 'rechecked':
      return { ...state, problems: action.problems, isFreshlyChecked: false };
    case 'searchStarted':
      return isLocked(state) ? state : { ...state, search: { state: 'searching', id: action.search } };
    case 'searchEnded':
      // A phone that has been silent may still answer.
      return search.id === action.search
        ? { ...state, search: { state: action.end, ...(action.end === 'failed' && { id: search.id }) } }
        : state;
    case 'located':
      return search.id === action.search
        ? { ...change({ location: action.location }), search: { state: 'closed' } }
        : state;
    case 'sendingStarted':
      return {
        ...state,
        draft: action.draft,
        problems: {},
        failedChecks: 0,
        toastClosed: false,
        search: { state: 'closed' },
        phase: { name: 'sending', attempt: action.attempt, fields: action.fields, slow: false },
      };
    case 'sendingSlow':
      return isThisAttempt ? { ...state, phase: { ...phase, slow: true } } : state;
    case 'accepted': {
      if (!isThisAttempt) {
        return state;
      }
      const { reference, statusToken, time } = action;
      return {
        ...state,
        phase: {
          name: 'sent',
          sent: { fields: phase.fields, draft, reference, statusToken, time },
          emptied: false,
        },
      };
    }
    case 'notSent':
      return isThisAttempt ? { ...state, problems: action.problems ?? {}, phase: { name: 'failed' } } : state;
    case 'restored':
      // Of a request that was under way, the response may never arrive.
      return {
        ...untouched,
        ready: true,
        draft: action.draft,
        emptied: state.emptied,
        phase: phase.name === 'sent' ? { ...phase, emptied: true } : { name: 'idle' },
      };
    case 'toastClosed':
      return { ...state, toastClosed: true };
    case 'emptied':
      return phase.name === 'sent'
        ? { ...empty, phase: { ...phase, emptied: true }, toastClosed: state.toastClosed }
        : state;
    case 'cleared':
      return phase.name === 'sending' ? state : empty;
  }
}

type Items = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The form's state outside React, saved with each change. Storage may be blocked: then nothing is kept. */
export function createFormStore(storage?: () => Items) {
  const items = unlessBlocked(() => storage?.());
  const draft = parseDraft(unlessBlocked(() => items?.getItem(storageKeys.draft)) ?? null);
  let state: FormState = { ...untouched, ready: true, draft };
  const listeners = new Set<() => void>();

  function dispatch(action: Action) {
    const next = reduce(state, action);
    if (next === state) {
      return;
    }
    state = next;
    const { draft, phase } = state;
    const isSent = phase.name === 'sent' && !phase.emptied;
    unlessBlocked(() => {
      if (isTyped(draft) && !isSent) {
        items?.setItem(storageKeys.draft, JSON.stringify(draft));
      } else {
        items?.removeItem(storageKeys.draft);
      }
    });
    for (const listener of listeners) {
      listener();
    }
  }

  return {
    get: () => state,
    dispatch,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Takes the draft that was saved last, or its absence. */
    takeSaved() {
      const saved = unlessBlocked(() => items && parseDraft(items.getItem(storageKeys.draft)));
      dispatch({ type: 'restored', draft: saved ?? state.draft });
    },
  };
}

function unlessBlocked<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

export type FormStore = ReturnType<typeof createFormStore>;
