import type { FieldName } from '../../contract/contact-fields.ts';
import type { Position } from '../position/describe-position.ts';
import type { FieldErrorMessages } from './check-fields.ts';
import { type Draft, emptyDraft } from './draft.ts';

export type Fields = Record<FieldName, string>;

/** The response to a sent request. The tab remembers it until it is closed. */
export interface ReceiptData {
  /** The reference for phone calls. Undefined if the response has none, for example because its body was cut off. */
  reference?: string | undefined;
  /** The token that opens the request's status page. Undefined if the response has none. */
  statusToken?: string | undefined;
  /** When the response arrived, in milliseconds since 1970. */
  time: number;
}

/** A sent request and the response to it. If the receipt was restored, only the response is known. */
export interface SentRequest {
  fields: Partial<Fields>;
  draft: Draft;
  receipt: ReceiptData;
}

export type Phase =
  | { name: 'idle' }
  /** `isSlow`: the response is late. */
  | { name: 'sending'; attempt: symbol; fields: Fields; isSlow: boolean }
  /**
   * `isReset`: the form contains the next draft instead of the sent one. `isRestored`: an earlier page sent the request
   * (restore-receipt.ts).
   */
  | { name: 'sent'; sent: SentRequest; isReset: boolean; isRestored?: boolean }
  | { name: 'failed' };

export interface FormState {
  /** Whether the form can show the parts that need React. It can't in `initialState`, which build and hydration use. */
  isReady: boolean;
  draft: Draft;
  errors: FieldErrorMessages;
  /** The number of consecutive attempts to send that the form's own check stopped. */
  failedChecks: number;
  /** Whether the errors come from the last check of the whole form, and no field has been checked since. */
  isFreshlyChecked: boolean;
  /** The search for the phone's position: idle, in progress, or why it ended without a position. */
  positionSearch: { state: 'idle' | 'searching' | PositionSearchEnd; id?: symbol };
  phase: Phase;
  /** Whether the toast is closed, because the visitor closed it or its time is up. */
  isToastClosed: boolean;
  /**
   * How many times the form has been reset or cleared. The message field's React key contains the number, so that
   * React renders a new field.
   */
  resetCount: number;
}

export type PositionSearchEnd = 'denied' | 'failed';

export type FormAction =
  | { type: 'typed'; fields: Fields; serviceByLink: boolean }
  | { type: 'answered'; question: string; answer: string }
  | { type: 'positionRemoved' }
  | { type: 'checked'; errors: FieldErrorMessages }
  | { type: 'rechecked'; errors: FieldErrorMessages }
  | { type: 'searchStarted'; id: symbol }
  | { type: 'searchEnded'; id: symbol; end: PositionSearchEnd }
  | { type: 'located'; id: symbol; position: Position }
  | { type: 'sendingStarted'; attempt: symbol; draft: Draft; fields: Fields }
  | { type: 'sendingSlow'; attempt: symbol }
  | { type: 'accepted'; attempt: symbol; receipt: ReceiptData }
  | { type: 'notSent'; attempt: symbol; errors?: FieldErrorMessages | undefined }
  | { type: 'receiptRestored'; phase: Phase }
  | { type: 'draftRestored'; draft: Draft; hasReceipt: boolean }
  | { type: 'toastClosed' }
  /** The form was reset after a success. */
  | { type: 'reset' }
  /** The visitor cleared the form. */
  | { type: 'cleared' };

/** The form as the build renders it. */
export const initialState: FormState = {
  isReady: false,
  draft: emptyDraft,
  errors: {},
  failedChecks: 0,
  isFreshlyChecked: false,
  positionSearch: { state: 'idle' },
  phase: { name: 'idle' },
  isToastClosed: false,
  resetCount: 0,
};

/**
 * Whether the form is locked. The lock begins when sending starts, and ends when sending fails, the form is reset, or
 * a draft is restored. Without the lock, visitors could make changes that aren't sent.
 */
export const isLocked = ({ phase }: FormState) =>
  phase.name === 'sending' || (phase.name === 'sent' && !phase.isReset);

/**
 * Returns the next state. A position or a response may arrive late. Each names the search or attempt that it belongs
 * to, and changes nothing if the state no longer has that ID.
 */
export function reduce(state: FormState, action: FormAction): FormState {
  const { draft, positionSearch, phase } = state;
  const change = (changes: Partial<Draft>) => ({ ...state, draft: { ...draft, ...changes } });
  const empty = { ...initialState, isReady: true, resetCount: state.resetCount + 1 };
  const isThisAttempt = 'attempt' in action && phase.name === 'sending' && phase.attempt === action.attempt;
  switch (action.type) {
    case 'typed':
      return isLocked(state) ? state : change({ fields: action.fields, serviceByLink: action.serviceByLink });
    case 'answered':
      return isLocked(state)
        ? state
        : change({ answers: { ...draft.answers, [action.question]: action.answer } });
    case 'positionRemoved':
      return isLocked(state) ? state : change({ position: undefined });
    case 'checked':
      // Removes the last attempt's failure, which would appear next to the new errors, but not an earlier receipt.
      return {
        ...state,
        errors: action.errors,
        failedChecks: state.failedChecks + 1,
        isFreshlyChecked: true,
        phase: phase.name === 'sent' ? phase : { name: 'idle' },
      };
    case 'rechecked':
      return { ...state, errors: action.errors, isFreshlyChecked: false };
    case 'searchStarted':
      return isLocked(state) ? state : { ...state, positionSearch: { state: 'searching', id: action.id } };
    case 'searchEnded':
      // Keep a failed search's ID, because a slow phone may still answer.
      return positionSearch.id === action.id
        ? {
            ...state,
            positionSearch: { state: action.end, ...(action.end === 'failed' && { id: positionSearch.id }) },
          }
        : state;
    case 'located':
      return positionSearch.id === action.id
        ? { ...change({ position: action.position }), positionSearch: { state: 'idle' } }
        : state;
    case 'sendingStarted':
      return {
        ...state,
        draft: action.draft,
        errors: {},
        failedChecks: 0,
        isToastClosed: false,
        positionSearch: { state: 'idle' },
        phase: { name: 'sending', attempt: action.attempt, fields: action.fields, isSlow: false },
      };
    case 'sendingSlow':
      return isThisAttempt ? { ...state, phase: { ...phase, isSlow: true } } : state;
    case 'accepted':
      return isThisAttempt
        ? {
            ...state,
            phase: {
              name: 'sent',
              sent: { fields: phase.fields, draft, receipt: action.receipt },
              isReset: false,
            },
          }
        : state;
    case 'notSent':
      return isThisAttempt ? { ...state, errors: action.errors ?? {}, phase: { name: 'failed' } } : state;
    case 'receiptRestored':
      return { ...state, isToastClosed: true, phase: action.phase };
    case 'draftRestored':
      // Stop waiting for a request in progress, because its response may never arrive.
      return {
        ...initialState,
        isReady: true,
        draft: action.draft,
        resetCount: state.resetCount,
        phase: phase.name === 'sent' && action.hasReceipt ? { ...phase, isReset: true } : { name: 'idle' },
      };
    case 'toastClosed':
      return { ...state, isToastClosed: true };
    case 'reset':
      return phase.name === 'sent'
        ? { ...empty, phase: { ...phase, isReset: true }, isToastClosed: state.isToastClosed }
        : state;
    case 'cleared':
      if (phase.name === 'sending') {
        return state;
      }
      // Keep an earlier receipt.
      return phase.name === 'sent' ? { ...empty, phase, isToastClosed: true } : empty;
  }
}
