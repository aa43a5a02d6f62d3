import { isOpenState, type RequestStatus } from '../../contract/request-status.ts';
import { fillSentence, type RequestWords, type TimeFormatter } from './request-words.ts';

export interface Step {
  name: string;
  /** A clock time. Undefined if the step hasn't happened yet. */
  at?: string | undefined;
  detail?: string | undefined;
  kind: 'past' | 'now' | 'later';
}

type OpenStep = Omit<Step, 'kind'>;

/** Returns the past steps and, while the request is open, the later steps. */
export function describeSteps(status: RequestStatus, words: RequestWords, formatter: TimeFormatter): Step[] {
  const { taken, endedAt } = status;
  const all: OpenStep[] = [
    { name: words.steps.sent, at: status.receivedAt, detail: words.services[status.service] },
    ...createEmailSteps(status, words),
    ...createRingSteps(status, words, formatter),
    { name: chooseTakenName(status, words), at: taken?.at },
    createDriveStep(status, words, formatter),
    { name: chooseEndName(status, words), at: endedAt },
  ];
  const isOpen = isOpenState(status.state);
  const latest = Math.max(...all.map(({ at }, index) => (at === undefined ? 0 : index)));
  // A skipped step never happens. Once the request has ended, no later step happens either.
  const shown = all.filter(({ at }, index) => at !== undefined || (isOpen && index > latest));
  return shown.map((step) => ({
    ...step,
    at: step.at && formatter.format(step.at),
    kind: step.at === undefined ? 'later' : isOpen && step === all[latest] ? 'now' : 'past',
  }));
}

/**
 * Returns the email's step, if the driver should see it. An unsent email is the next step only if no phone rings. An
 * email that was sent after the last ring, or after somebody took the request, tells the driver nothing new.
 */
function createEmailSteps(
  { state, emailedAt, rung, taken }: RequestStatus,
  { steps }: RequestWords,
): readonly OpenStep[] {
  if (!emailedAt) {
    return state === 'received' ? [{ name: steps.toEmail }] : [];
  }
  const next = rung?.lastAt ?? taken?.at ?? emailedAt;
  return emailedAt <= next ? [{ name: steps.emailed, at: emailedAt }] : [];
}

function createRingSteps(
  { rung, state }: RequestStatus,
  words: RequestWords,
  formatter: TimeFormatter,
): readonly OpenStep[] {
  if (!rung) {
    return state === 'ringing' ? [{ name: words.steps.toRing }] : [];
  }
  const times = { times: rung.times, first: formatter.formatInSentence(rung.firstAt) };
  const next = rung.nextAt
    ? fillSentence(words.ringsNext, { next: formatter.formatInSentence(rung.nextAt) })
    : words.ringsNow;
  const soFar = fillSentence(rung.times === 1 ? words.rungOnce : words.rungTimes, times);
  const detail = state === 'ringing' ? `${soFar} ${next}` : undefined;
  return [{ name: words.steps.rung, at: rung.lastAt, detail }];
}

function chooseTakenName({ taken }: RequestStatus, { steps }: RequestWords): string {
  if (!taken) {
    return steps.toTake;
  }
  return taken.by ? fillSentence(steps.takenBy, { by: taken.by }) : steps.takenByUs;
}

function createDriveStep({ eta }: RequestStatus, words: RequestWords, formatter: TimeFormatter): OpenStep {
  if (!eta) {
    return { name: words.steps.toLeave };
  }
  const detail = fillSentence(words.about, {
    estimate: eta.minutes,
    time: formatter.formatInSentence(eta.until),
  });
  return { name: words.steps.onTheWay, at: eta.saidAt, detail };
}

function chooseEndName({ state }: RequestStatus, { steps }: RequestWords): string {
  if (state === 'canceled' || state === 'closed' || state === 'erased') {
    return steps[state];
  }
  return steps.done;
}
