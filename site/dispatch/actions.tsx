import { createContext, useCallback, useContext, useState } from 'react';
import { dispatchWords as words } from '../../content/words/dispatch.ts';
import type { Board, ChangeKind, OwnerAction } from '../../contract/dispatch.ts';
import { printTime } from './clock-times.ts';
import { type DispatchClient, DispatchError } from './dispatch-client.ts';
import { fill } from './fill.ts';

/**
 * After an action the buttons do nothing for so long, in milliseconds: a second tap, meant for the same button, must not
 * press what has taken its place.
 */
const restsFor = 800;

/** What an action has come to, shown until it is closed, or another follows, or another request is opened. */
export interface Note {
  text: string;
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
  /** Sends an action and says what it came to. Resolves to whether it succeeded. */
  send(action: OwnerAction, said: string, undo?: Undo): Promise<boolean>;
  /** Says something that needs no action. */
  say(text: string): void;
  closeNote(): void;
}

interface ActionParts {
  act(action: OwnerAction): Promise<Board>;
  now: string;
  /** Called when the function no longer knows this phone. */
  onRemoved(): void;
}

/** Nothing is kept for later: an "I'm taking it" that arrives an hour late would be false. */
export function useActions({ act, now, onRemoved }: ActionParts): Actions {
  const [note, setNote] = useState<Note>();
  const [isBusy, setBusy] = useState(false);

  const send = useCallback(
    async (action: OwnerAction, said: string, undo?: Undo) => {
      setBusy(true);
      try {
        const board = await act(action);
        const undoing = typeof undo === 'function' ? undo(board) : undo;
        const reference = referenceIn(action);
        const text = reference ? `${reference}: ${said}` : said;
        setNote({ text, reference, isFault: false, undo: undoing });
        return true;
      } catch (error) {
        if (!(error instanceof DispatchError)) {
          throw error;
        }
        if (error.code === 'wrong_key') {
          onRemoved();
        }
        setNote({ text: sentenceFor(error, now), isFault: true });
        return false;
      } finally {
        setTimeout(setBusy, restsFor, false);
      }
    },
    [act, now, onRemoved],
  );

  return {
    note,
    isBusy,
    send,
    say: (text) => setNote({ text, isFault: false }),
    closeNote: () => setNote(undefined),
  };
}

const referenceIn = (action: OwnerAction) => ('reference' in action ? action.reference : undefined);

/** What to tell the owner about an error. */
export function sentenceFor({ code, current }: DispatchError, now: string): string {
  const sentences: Partial<Record<string, string>> = words.failed;
  return fill(sentences[code] ?? words.failed.other, {
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
