import { createContext, useCallback, useContext, useState } from 'react';
import { dispatchWords as words } from '../../content/words/dispatch.ts';
import type { Board, ChangeKind, OwnerAction } from '../../contract/dispatch.ts';
import { printTime } from './clock-times.ts';
import { type DispatchClient, DispatchError } from './dispatch-client.ts';
import { fill } from './fill.ts';
import { briefTitleOf } from './request-text.ts';

/**
 * After an action the buttons do nothing for so long, in milliseconds: a second tap, meant for the same button, must not
 * press what has taken its place.
 */
const restsFor = 800;

/** What an action has come to. */
export interface Note {
  text: string;
  /** When it was made, by the page's own clock. */
  at: number;
  /** Of the request that it is about. */
  reference?: string | undefined;
  isFault: boolean;
  undo?: OwnerAction | undefined;
}

/** What undoes an action. A change to the site is known only from the board that shows it. */
type Undo = OwnerAction | ((board: Board) => OwnerAction | undefined);

export interface Actions {
  note: Note | undefined;
  /** Whether an action is on its way: a second press sends nothing. */
  isBusy: boolean;
  /** Sends an action and says what it came to. Resolves to whether it succeeded. `label`: what a fault is about. */
  send(action: OwnerAction, said: string, undo?: Undo, label?: string): Promise<boolean>;
  /** Says something that needs no action. */
  say(text: string): void;
  closeNote(): void;
}

interface ActionParts {
  act(action: OwnerAction): Promise<Board>;
  now: string;
  /** Called when the function no longer knows this phone. `hasActed`: always, here. */
  onRemoved(hasActed: boolean): void;
  /** What to say before any action. */
  greeting?: string | undefined;
}

/** Nothing is kept for later: an "I'm taking it" that arrives an hour late would be false. */
export function useActions({ act, now, onRemoved, greeting }: ActionParts): Actions {
  const [note, setNote] = useState(greeting === undefined ? undefined : noteOf(greeting));
  const [isBusy, setBusy] = useState(false);

  const send = useCallback(
    async (action: OwnerAction, said: string, undo?: Undo, label = '') => {
      setBusy(true);
      try {
        const board = await act(action);
        const undoing = typeof undo === 'function' ? undo(board) : undo;
        const reference = referenceIn(action);
        const about = [...board.open, ...board.ended].find((one) => one.reference === reference);
        const text = reference ? `${about ? briefTitleOf(about) : reference}: ${said}` : said;
        setNote({ ...noteOf(text), reference, undo: undoing });
        return true;
      } catch (error) {
        if (!(error instanceof DispatchError)) {
          throw error;
        }
        if (error.code === 'wrong_key') {
          onRemoved(true);
        }
        setNote({ ...noteOf(fill(sentenceFor(error, now), { label })), isFault: true });
        return false;
      } finally {
        setTimeout(setBusy, restsFor, false);
      }
    },
    [act, now, onRemoved],
  );

  const closeNote = useCallback(() => setNote(undefined), []);

  return {
    note,
    isBusy,
    send,
    say: (text) => setNote(noteOf(text)),
    closeNote,
  };
}

const noteOf = (text: string): Note => ({ text, at: performance.now(), isFault: false });

const referenceIn = (action: OwnerAction) => ('reference' in action ? action.reference : undefined);

/** What to tell the owner about an error. */
export function sentenceFor({ code, current }: DispatchError, now: string): string {
  const sentences: Partial<Record<string, string>> = words.failed;
  return fill(sentences[code] ?? words.failed.other, {
    label: '{label}',
    by: current.taken?.by ?? words.states.somebody,
    time: current.taken ? printTime(current.taken.at, now) : '',
  });
}

/** The same about a question that got no answer. `next`: what happens then. */
export function sentenceForQuestion(error: DispatchError, now: string, next: string): string {
  const sentences: Partial<Record<string, string>> = words.notRead;
  const sentence = sentences[error.code];
  return sentence ? `${sentence} ${next}` : sentenceFor(error, now);
}

/** The same about a link that an alarm or an email has. `next`: set for a question, as above. */
export function sentenceForLink(failure: unknown, notFound: string, next?: string): string {
  if (!(failure instanceof DispatchError)) {
    return words.failed.other;
  }
  if (failure.code === 'not_found') {
    return notFound;
  }
  const now = new Date().toISOString();
  return next ? sentenceForQuestion(failure, now, next) : sentenceFor(failure, now);
}

/** What to say once an action is undone by another. */
export const saidOf = (undo: OwnerAction): string =>
  undo.action === 'undo'
    ? words.did.undo[undo.kind]
    : ((words.did as Partial<Record<string, unknown>>)[undo.action] as string);

/** Withdraws the change that an answer shows as the newest of its kind. */
export const undoChange =
  (kind: ChangeKind) =>
  ({ site }: Board): OwnerAction | undefined => {
    const id = site.newest[kind];
    return id === undefined ? undefined : { action: 'undo', kind, id };
  };

export const DispatchContext = createContext<(Actions & { client: DispatchClient; now: string }) | null>(
  null,
);

export function useDispatch() {
  const context = useContext(DispatchContext);
  if (!context) {
    throw new Error('Only the parts of Paired.tsx can use this.');
  }
  return context;
}
