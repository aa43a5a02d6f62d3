import { isOpenState, type RequestStatus } from '../../contract/request-status.ts';
import { describeSteps, type Step } from './request-steps.ts';
import {
  chooseWords,
  fillSentence,
  joinBoardLines,
  type RequestWords,
  type TimeFormatter,
} from './request-words.ts';

export interface StatusView {
  /** The two lines of the message board. */
  board: readonly string[];
  sentence: string;
  /** Which of the scenes in RequestPage.module.css is below the call link. */
  scene: 'waiting' | 'repair' | 'rolling';
  steps: Step[];
  /** The note about the link's contents and rights. Empty if the request was erased. */
  note: string;
  isOpen: boolean;
  canShare: boolean;
  canCancel: boolean;
  canUndoCancellation: boolean;
  canErase: boolean;
}

interface StatusContext {
  words: RequestWords;
  /** The server's clock, in milliseconds since 1970. */
  now: number;
  formatter: TimeFormatter;
}

/** Returns what the page shows and offers for a status. */
export function describeStatus(
  status: RequestStatus,
  { words: all, now, formatter }: StatusContext,
): StatusView {
  const { state, may, restorableUntil } = status;
  const words = chooseWords(status, all);
  const key = chooseBoardKey(status, now);
  const isMine = may === 'manage';
  const isOpen = isOpenState(state);
  const isStored = state !== 'erased';
  return {
    board: words.board[key].map((line) => fillSentence(line, getBoardFacts(status, formatter))),
    sentence: fillSentence(
      words.sentence[chooseSentenceKey(key, status)],
      getSentenceFacts(status, formatter),
    ),
    scene: chooseScene(status),
    steps: describeSteps(status, words, formatter),
    note: isStored ? (isMine ? words.sharedNote : words.sharedLink.note) : '',
    isOpen,
    canShare: isMine && isStored,
    canCancel: isMine && isOpen,
    canUndoCancellation: isMine && restorableUntil !== undefined && now < Date.parse(restorableUntil),
    canErase: isMine && isStored,
  };
}

/**
 * Returns the words for a page that can't check for changes: the last known status and the time of that check
 * (`context.now`). For an open request, the sentence also says that the request was received, unless the status
 * itself says so.
 */
export function describeStale(
  status: RequestStatus,
  context: StatusContext,
): Pick<StatusView, 'board' | 'sentence'> {
  const words = chooseWords(status, context.words);
  const { board, isOpen } = describeStatus(status, context);
  const time = context.formatter.formatInSentence(new Date(context.now).toISOString());
  const asOf = fillSentence(words.asOf, { time, board: joinOnOneLine(board) });
  const received = joinOnOneLine(words.board.received);
  return {
    board: words.board.unavailable,
    sentence: isOpen && joinOnOneLine(board) !== received ? `${received} ${asOf}` : asOf,
  };
}

const joinOnOneLine = (lines: readonly string[]) => joinBoardLines(lines).replace('\n', ' ');

const getBoardFacts = ({ taken, eta }: RequestStatus, formatter: TimeFormatter) => ({
  by: taken?.by ?? '',
  atTime: eta ? formatter.formatInSentence(eta.until) : '',
});

const getSentenceFacts = ({ taken, givenBack, rung, eta }: RequestStatus, formatter: TimeFormatter) => ({
  by: (taken ?? givenBack)?.by ?? '',
  estimate: eta?.minutes ?? '',
  time: eta ? formatter.formatInSentence(eta.saidAt) : '',
  lastRing: rung ? formatter.formatInSentence(rung.lastAt) : '',
});

function chooseBoardKey(
  { state, taken, rung, eta }: RequestStatus,
  now: number,
): keyof RequestWords['board'] {
  if (state === 'taken' && !taken?.by) {
    return 'takenByUs';
  }
  // The phones haven't started to ring, so don't say that they are ringing.
  if (state === 'ringing' && !rung) {
    return 'received';
  }
  if (state === 'on_the_way' && eta && now > Date.parse(eta.until)) {
    return 'late';
  }
  return state;
}

function chooseSentenceKey(
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

/** Chooses the scene: a waiting rig, a repair after somebody took the request, or a moving rig after it ended. */
function chooseScene({ state, taken }: RequestStatus): StatusView['scene'] {
  if (!isOpenState(state)) {
    return 'rolling';
  }
  return taken ? 'repair' : 'waiting';
}
