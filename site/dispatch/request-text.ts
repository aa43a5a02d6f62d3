import { dispatchWords } from '../../content/words/dispatch.ts';
import type { DashboardRequest, LinkedRequest } from '../../contract/dispatch.ts';
import { countMinutes, formatClock, formatTime, formatWeekday } from './clock-times.ts';
import { interpolate } from './interpolate.ts';

const { states } = dispatchWords;

/** Returns how long ago a request arrived, as a number and its unit. */
export function formatWaitingTime(
  { receivedAt }: DashboardRequest,
  now: string,
): { number: string; unit: string } {
  const minutes = countMinutes(receivedAt, now);
  if (minutes < 100) {
    return { number: String(minutes), unit: dispatchWords.requests.minutes };
  }
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? { number: String(hours), unit: dispatchWords.requests.hours }
    : { number: String(Math.floor(hours / 24)), unit: dispatchWords.requests.days };
}

/** Returns the weekday and time when an ended request arrived. */
export const formatArrival = ({ receivedAt }: DashboardRequest) => ({
  number: formatWeekday(receivedAt),
  unit: formatClock(receivedAt),
});

export interface StateText {
  text: string;
  note: string;
  kind?: 'done' | 'fault' | undefined;
}

/** Returns the state in a few words, and the note below it. */
export function describeState(request: LinkedRequest & { isEmailed?: boolean }, now: string): StateText {
  const { state, taken, eta, rung } = request;
  const time = (at: string) => formatTime(at, now);
  const by = taken?.by ?? '';
  switch (state) {
    case 'received':
      return {
        text: states.received,
        note: request.isEmailed ? states.emailedNote : states.notEmailedNote,
      };
    case 'ringing':
      if (!rung) {
        return { text: states.notRung, note: '' };
      }
      return {
        text: states.ringing,
        note: rung.nextAt ? interpolate(states.ringingNext, { time: time(rung.nextAt) }) : states.ringingNow,
      };
    case 'unanswered':
      return {
        text: states.unanswered,
        note: rung ? states.unansweredNote : states.unreachedNote,
        kind: 'fault',
      };
    case 'taken':
      return {
        text: by || states.taken,
        note: taken ? interpolate(states.since, { time: time(taken.at) }) : '',
      };
    case 'on_the_way': {
      const isLate = eta !== undefined && eta.until < now;
      return {
        text: isLate ? states.late : states.on_the_way,
        note: eta ? interpolate(isLate ? states.saidTime : states.about, { time: time(eta.until) }) : by,
        kind: isLate ? 'fault' : undefined,
      };
    }
    case 'done':
      return { text: states.done, note: by, kind: 'done' };
    case 'canceled':
      return { text: states.canceled, note: states.canceledNote, kind: 'fault' };
    default:
      return { text: states[state], note: by };
  }
}

/** Returns text about past alarms and the next alarm, for example with "since 2:06 AM" and "Next at 2:15 AM". */
export function describeAlarms({ rung, state }: LinkedRequest, now: string): string {
  if (!rung) {
    return state === 'ringing' ? dispatchWords.rung.notYet : '';
  }
  const first = formatTime(rung.firstAt, now);
  const soFar = interpolate(rung.times === 1 ? dispatchWords.rung.once : dispatchWords.rung.times, {
    times: rung.times,
    first,
  });
  if (state !== 'ringing') {
    return soFar;
  }
  const next = rung.nextAt
    ? interpolate(dispatchWords.rung.next, { next: formatTime(rung.nextAt, now) })
    : dispatchWords.rung.now;
  return `${soFar} ${next}`;
}

/** Describes a request's progress: how it ended, who is handling it, or its rings so far. */
export function describeProgress(request: LinkedRequest, now: string): string {
  const { taken, eta, endedAt } = request;
  const time = (at: string) => formatTime(at, now);
  if (endedAt && request.state === 'closed') {
    return interpolate(dispatchWords.requests.closedAt, { time: time(endedAt) });
  }
  if (endedAt) {
    return interpolate(dispatchWords.requests.ended, {
      state: describeState(request, now).text,
      time: time(endedAt),
    });
  }
  if (!taken) {
    return describeAlarms(request, now);
  }
  const by = taken.by ?? states.somebody;
  const since = interpolate(dispatchWords.requests.takenBy, { by, time: time(taken.at) });
  return eta
    ? `${since} ${interpolate(dispatchWords.confirmations.on_my_way, { time: time(eta.until) })}`
    : since;
}

/** Returns "Dan Whitfield, 7KQ2MA". */
export const formatTitle = ({ name, reference }: Pick<DashboardRequest, 'name' | 'reference'>) =>
  [name, reference].filter(Boolean).join(', ');

/** Returns a shorter title for notes, which have room for only two lines on a phone. */
export const formatBriefTitle = ({ name, reference }: Pick<DashboardRequest, 'name' | 'reference'>) =>
  formatTitle({ reference, name: name.replace(/^(.{15})..+$/u, '$1…') });

/** Returns the place, or the message if there is no place name. */
export const summarize = ({ place, message }: DashboardRequest) =>
  isMapLink(place) ? message : (place ?? message);

export const isMapLink = (place: string | undefined) => place?.startsWith('https:') ?? false;

/** Returns "Spanish" for "es". */
export const getLanguageName = (language: string) =>
  new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;

/**
 * Returns the reference at the start of an alarm's token. This file doesn't import `referenceLength`: see "Shared
 * modules" in docs/architecture.md.
 */
export const getTokenReference = (token: string) => token.slice(0, 6);
