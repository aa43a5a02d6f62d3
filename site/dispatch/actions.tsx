import { createContext, useCallback, useContext, useState } from 'react';
import { dispatchWords } from '../../content/words/dispatch.ts';
import type { ChangeKind, Dashboard, DashboardRequest, OwnerAction } from '../../contract/dispatch.ts';
import { formatTime } from './clock-times.ts';
import { type DispatchClient, DispatchError } from './dispatch-client.ts';
import { interpolate } from './interpolate.ts';
import { formatBriefTitle } from './request-text.ts';

/**
 * How long action buttons ignore presses after an action has ended. A second tap in the same place must not press the
 * button that replaced the first one.
 */
const buttonPause = 800;

/** A message, usually about the result of an action. */
export interface Note {
  text: string;
  /** When the note was created, in monotonic milliseconds. */
  at: number;
  /** The reference of the request, if the note confirms an action on one. */
  reference?: string | undefined;
  isFault: boolean;
  undo?: OwnerAction | undefined;
}

/**
 * The action that undoes another one. Undoing a change to the site needs the change's ID. Undoing a press of "I'm taking
 * it" needs its time. Both are in the response's dashboard, so these actions are functions of the dashboard.
 */
export type Undo = OwnerAction | ((dashboard: Dashboard) => OwnerAction | undefined);

/** The message after an action. If it depends on the request's new state, it's a function of the request. */
export type Confirmation = string | ((request: Pick<DashboardRequest, 'state'> | undefined) => string);

export interface Actions {
  note: Note | undefined;
  /** Whether an action is in progress or has just ended, which disables all other actions. */
  isBusy: boolean;
  /**
   * Sends an action and shows `confirmation` or an error. Resolves to whether the action succeeded. Error messages may
   * mention `label`.
   */
  send(action: OwnerAction, confirmation: Confirmation, undo?: Undo, label?: string): Promise<boolean>;
  /** Shows a note without an action. */
  say(text: string): void;
  closeNote(): void;
}

interface ActionDependencies {
  act(action: OwnerAction): Promise<Dashboard>;
  now: string;
  /** Called with true if a rejected action reveals that this phone was removed. */
  onRemoved(wasRejected: boolean): void;
  /** The note to show before any action. */
  greeting?: string | undefined;
}

/** Sends actions. Never queues them, because a late action, like "I'm taking it", may no longer be true. */
export function useActions({ act, now, onRemoved, greeting }: ActionDependencies): Actions {
  const [note, setNote] = useState(greeting === undefined ? undefined : createNote(greeting));
  const [isBusy, setBusy] = useState(false);

  const send = useCallback(
    async (action: OwnerAction, confirmation: Confirmation, undo?: Undo, label = '') => {
      setBusy(true);
      try {
        const dashboard = await act(action);
        const undoing = typeof undo === 'function' ? undo(dashboard) : undo;
        const reference = readReference(action);
        const about = [...dashboard.open, ...dashboard.ended].find(
          (request) => request.reference === reference,
        );
        const sentence = typeof confirmation === 'function' ? confirmation(about) : confirmation;
        const text = reference ? `${about ? formatBriefTitle(about) : reference}: ${sentence}` : sentence;
        setNote({ ...createNote(text), reference, undo: undoing });
        return true;
      } catch (error) {
        if (!(error instanceof DispatchError)) {
          throw error;
        }
        if (error.code === 'wrong_key') {
          // If this phone removes itself, the action has succeeded.
          onRemoved(action.action !== 'remove_device');
        }
        setNote({ ...createNote(describeError(error, now, label)), isFault: true });
        return false;
      } finally {
        setTimeout(setBusy, buttonPause, false);
      }
    },
    [act, now, onRemoved],
  );

  const closeNote = useCallback(() => setNote(undefined), []);

  return {
    note,
    isBusy,
    send,
    say: (text) => setNote(createNote(text)),
    closeNote,
  };
}

const createNote = (text: string): Note => ({ text, at: performance.now(), isFault: false });

const readReference = (action: OwnerAction) => ('reference' in action ? action.reference : undefined);

/** Returns the message about a failed action or another failed call. `label` names a phone that didn't ring. */
export function describeError({ code, current }: DispatchError, now: string, label = ''): string {
  const sentences: Partial<Record<string, string>> = dispatchWords.failed;
  return interpolate(sentences[code] ?? dispatchWords.failed.other, {
    label,
    by: current.taken?.by ?? dispatchWords.states.somebody,
    time: current.taken ? formatTime(current.taken.at, now) : '',
  });
}

/** Returns the message about a failed read. `next` is a sentence about the next step if the server can't be read. */
export function describeReadError(error: DispatchError, now: string, next: string): string {
  const sentences: Partial<Record<string, string>> = dispatchWords.notRead;
  const sentence = sentences[error.code];
  return sentence ? `${sentence} ${next}` : describeError(error, now);
}

/**
 * Describes why an alarm's link or a pairing link failed. Pass `next`, a sentence about the next step, only for failed
 * reads.
 */
export function describeLinkError(failure: unknown, notFound: string, next?: string): string {
  if (!(failure instanceof DispatchError)) {
    return dispatchWords.failed.other;
  }
  if (failure.code === 'not_found') {
    return notFound;
  }
  const now = new Date().toISOString();
  return next ? describeReadError(failure, now, next) : describeError(failure, now);
}

/** Returns the confirmation after a request was given back, which says whether its phones ring again. */
export const describeGiveBack = (request: Pick<DashboardRequest, 'state'> | undefined): string =>
  request && request.state !== 'ringing'
    ? dispatchWords.confirmations.give_back_quiet
    : dispatchWords.confirmations.give_back;

/** Returns the confirmation after an Undo. */
export function describeUndo(undo: OwnerAction): Confirmation {
  if (undo.action === 'give_back') {
    return describeGiveBack;
  }
  return dispatchWords.confirmations[undo.action as keyof typeof dispatchWords.confirmations];
}

/** Returns an Undo that withdraws the change of this kind that the action has just added, if it added one. */
export const undoChange =
  (kind: ChangeKind) =>
  ({ site }: Dashboard): OwnerAction | undefined => {
    const id = site.addedChangeIds[kind];
    return id === undefined ? undefined : { action: 'undo', kind, id };
  };

/** Returns an Undo that gives a request back. The server refuses if somebody took the request again. */
export const undoTake =
  (reference: string) =>
  ({ open }: Pick<Dashboard, 'open'>): OwnerAction | undefined => {
    const taken = open.find((request) => request.reference === reference)?.taken;
    return taken && { action: 'give_back', reference, taken: taken.at };
  };

export const DispatchContext = createContext<(Actions & { client: DispatchClient; now: string }) | null>(
  null,
);

export function useDispatchPage() {
  const context = useContext(DispatchContext);
  if (!context) {
    throw new Error('Only components inside Paired.tsx can call useDispatchPage.');
  }
  return context;
}
