import { isOpenState, type RequestStatus } from '../../contract/request-status.ts';
import { describeSteps, type Step } from './request-steps.ts';
import { boardText, fill, type PrintTime, type RequestWords, wordsFor } from './request-words.ts';

export interface StatusView {
  /** The two lines of the message board. */
  board: readonly string[];
  sentence: string;
  steps: Step[];
  /** Below the buttons: what a link shows. */
  note: string;
  /** Whether something may still change. */
  isOpen: boolean;
  /** Whether there is something to share. */
  canShare: boolean;
  canCancel: boolean;
  canRestore: boolean;
  canErase: boolean;
}

interface Parts {
  words: RequestWords;
  /** The server's clock, in milliseconds since 1970. */
  now: number;
  /** Writes a clock time, because "2 minutes ago" is wrong a minute later. */
  printTime: PrintTime;
}

/** Returns the words of the page for a status. */
export function describeStatus(status: RequestStatus, { words: all, now, printTime }: Parts): StatusView {
  const { state, may, restorableUntil } = status;
  const words = wordsFor(status, all);
  const key = boardKeyOf(status, now);
  const isMine = may === 'manage';
  const isOpen = isOpenState(state);
  const isStored = state !== 'erased';
  return {
    board: words.board[key].map((line) => fill(line, boardFacts(status, printTime))),
    sentence: fill(words.sentence[sentenceKeyOf(key, status)], sentenceFacts(status, printTime)),
    steps: describeSteps(status, words, printTime),
    note: isStored ? (isMine ? words.sharedNote : words.sharedLink.note) : '',
    isOpen,
    canShare: isMine && isStored,
    canCancel: isMine && isOpen,
    canRestore: isMine && restorableUntil !== undefined && now < Date.parse(restorableUntil),
    canErase: isMine && isStored,
  };
}

/**
 * Returns the last known status with its time, for while the page can't check. `now`: the time of the last check. The
 * steps prove that we have the request, so the sentence doesn't doubt it.
 */
export function describeStale(status: RequestStatus, parts: Parts): Pick<StatusView, 'board' | 'sentence'> {
  const words = wordsFor(status, parts.words);
  const { board, isOpen } = describeStatus(status, parts);
  const time = parts.printTime(new Date(parts.now).toISOString(), true);
  const asOf = fill(words.asOf, { time, board: oneLine(board) });
  const received = oneLine(words.board.received);
  return {
    board: words.board.unavailable,
    sentence: isOpen && oneLine(board) !== received ? `${received} ${asOf}` : asOf,
  };
}

const oneLine = (lines: readonly string[]) => boardText(lines).replace('\n', ' ');

const boardFacts = ({ taken, eta }: RequestStatus, printTime: PrintTime) => ({
  by: taken?.by ?? '',
  atTime: eta ? printTime(eta.until, true) : '',
});

const sentenceFacts = ({ taken, givenBack, rung, eta }: RequestStatus, printTime: PrintTime) => ({
  by: (taken ?? givenBack)?.by ?? '',
  estimate: eta?.minutes ?? '',
  time: eta ? printTime(eta.saidAt, true) : '',
  lastRing: rung ? printTime(rung.lastAt, true) : '',
});

function boardKeyOf({ state, taken, rung, eta }: RequestStatus, now: number): keyof RequestWords['board'] {
  if (state === 'taken' && !taken?.by) {
    return 'takenByUs';
  }
  // The phones have not rung yet.
  if (state === 'ringing' && !rung) {
    return 'received';
  }
  if (state === 'on_the_way' && eta && now > Date.parse(eta.until)) {
    return 'late';
  }
  return state;
}

function sentenceKeyOf(
  key: keyof RequestWords['board'],
  { state, taken, givenBack, rung, emailedAt }: RequestStatus,
): keyof RequestWords['sentence'] {
  if (givenBack && (key === 'ringing' || key === 'received')) {
    return givenBack.by ? 'given_back' : 'given_back_by_us';
  }
  if (key === 'received' && state === 'ringing') {
    return 'to_ring';
  }
  if (key === 'unanswered' && !rung) {
    return 'unanswered_unrung';
  }
  if (key === 'erased' && !emailedAt) {
    return 'erased_unsent';
  }
  if (key === 'takenByUs') {
    return 'taken';
  }
  if (key === 'on_the_way' || key === 'late') {
    return taken?.by ? key : `${key}_by_us`;
  }
  return key;
}
