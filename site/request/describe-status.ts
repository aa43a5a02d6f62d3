import type { requestStatus } from '../../content/words/en.ts';
import { type RequestStatus, stillNeededWithin } from '../../contract/request-status.ts';

export type RequestWords = typeof requestStatus & { services: Partial<Record<string, string>> };

export interface Step {
  name: string;
  /** A clock time. */
  at?: string | undefined;
  detail?: string | undefined;
  kind: 'past' | 'now' | 'later';
}

export interface StatusView {
  /** The two lines of the message board. */
  board: readonly string[];
  sentence: string;
  steps: Step[];
  /** Whether something may still change. */
  isOpen: boolean;
  /** Whether there is something to share. */
  canShare: boolean;
  canCancel: boolean;
  canRestore: boolean;
  canErase: boolean;
}

/** The lines of the board as one text: Orca in Firefox reads two that change together in the wrong order. */
export const boardText = (lines: readonly string[]) => lines.filter(Boolean).join('\n');

/** `isAt`: with the article that it has within a sentence, like "a las 2:06 a. m." */
type PrintTime = (time: string, isAt?: boolean) => string;

/** States in which nobody has ended the request. */
const openStates = ['received', 'ringing', 'unanswered', 'taken', 'on_the_way'];

/**
 * What the page says about a status. `now`: the server's clock, in milliseconds since 1970. `printTime` writes a clock
 * time, because "2 minutes ago" is wrong a minute later.
 */
export function describeStatus(
  status: RequestStatus,
  { words, now, printTime }: { words: RequestWords; now: number; printTime: PrintTime },
): StatusView {
  const { state, may, endedAt } = status;
  const key = keyOf(status, now);
  const facts = {
    by: (status.taken ?? status.givenBack)?.by ?? '',
    atTime: status.eta ? printTime(status.eta.until, true) : '',
    estimate: status.eta?.minutes ?? '',
  };
  const said = { ...facts, time: status.eta ? printTime(status.eta.saidAt, true) : '' };
  const isMine = may === 'manage';
  const isOpen = openStates.includes(state);
  const isStored = state !== 'erased';
  return {
    board: words.board[key].map((line) => fill(line, facts)),
    sentence: fill(words.sentence[sentenceKeyOf(key, status)], said),
    steps: stepsOf(status, words, printTime),
    isOpen,
    canShare: isMine && isStored,
    canCancel: isMine && isOpen,
    canRestore: isMine && state === 'canceled' && now < Date.parse(endedAt ?? status.now) + stillNeededWithin,
    canErase: isMine && isStored,
  };
}

function keyOf({ state, taken, rung, eta }: RequestStatus, now: number): keyof RequestWords['board'] {
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
  { state, taken, givenBack }: RequestStatus,
): keyof RequestWords['sentence'] {
  if (givenBack && (key === 'ringing' || key === 'received')) {
    return givenBack.by ? 'given_back' : 'given_back_by_us';
  }
  if (key === 'received' && state === 'ringing') {
    return 'to_ring';
  }
  if (key === 'takenByUs') {
    return 'taken';
  }
  if (key === 'on_the_way' || key === 'late') {
    return taken?.by ? key : `${key}_by_us`;
  }
  return key;
}

/** The road so far: what happened, and what comes next while the request is open. */
function stepsOf(status: RequestStatus, words: RequestWords, printTime: PrintTime): Step[] {
  const { state, taken, eta, endedAt } = status;
  const { steps: names } = words;
  const all: Omit<Step, 'kind'>[] = [
    { name: names.sent, at: status.receivedAt, detail: words.services[status.service] },
    ringStep(status, words, printTime),
    { name: taken?.by ? fill(names.takenBy, { by: taken.by }) : names.taken, at: taken?.at },
    {
      name: names.onTheWay,
      at: eta?.saidAt,
      detail: eta && fill(words.about, { estimate: eta.minutes, time: printTime(eta.until) }),
    },
    { name: endName(status, words), at: endedAt },
  ];
  const isOpen = openStates.includes(state);
  const latest = Math.max(...all.map(({ at }, index) => (at === undefined ? 0 : index)));
  // A step that was passed over never happens, and once the request has ended, none does.
  const shown = all.filter(({ at }, index) => at !== undefined || (isOpen && index > latest));
  return shown.map((step) => ({
    ...step,
    at: step.at && printTime(step.at),
    kind: step.at === undefined ? 'later' : isOpen && step === all[latest] ? 'now' : 'past',
  }));
}

/** Phones for an emergency, email for other requests. */
function ringStep({ rung, emailedAt, state }: RequestStatus, words: RequestWords, printTime: PrintTime) {
  if (!rung) {
    return { name: state === 'ringing' ? words.steps.toRing : words.steps.emailed, at: emailedAt };
  }
  const times = { times: rung.times, first: printTime(rung.firstAt) };
  const next = rung.nextAt ? fill(words.ringsNext, { next: printTime(rung.nextAt) }) : words.ringsNow;
  const soFar = fill(rung.times === 1 ? words.rungOnce : words.rungTimes, times);
  return {
    name: words.steps.rung,
    at: rung.lastAt,
    detail: state === 'ringing' ? `${soFar} ${next}` : undefined,
  };
}

function endName({ state }: RequestStatus, { steps }: RequestWords): string {
  if (state === 'canceled' || state === 'closed' || state === 'erased') {
    return steps[state];
  }
  return steps.done;
}

/**
 * Fills in a sentence's {placeholders}. "a. m." ends a sentence by itself. Our own, because this page would wait for
 * another file if it shared `interpolate` with the form.
 */
export const fill = (sentence: string, values: Record<string, string | number>) =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])).replace(/\.\.(?= |$)/g, '.');
