import type { RequestStatus } from '../../contract/request-status.ts';
import { minute } from '../clock.ts';
import { getUndoDeadline } from '../requests/driver-actions.ts';
import type { DriverRequest } from '../requests/find-by-link.ts';
import { getEndedAt, getRequestState, type RequestRecord } from '../requests/request-record.ts';

/** Formats a time as RFC 3339, to the second. More precision would only make requests easier to identify. */
export const formatTimestamp = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;

/** Returns undefined if there is no time. */
export const formatOptionalTime = (time: number | null) =>
  time === null ? undefined : formatTimestamp(time);

/** Returns the contents of the driver's page. Of the form's fields, the page shows only the service. */
export function createStatus({ record, access, shareToken, now }: DriverRequest): RequestStatus {
  const state = getStateForDriver(record);
  return {
    reference: record.reference,
    service: record.fields.service,
    state,
    receivedAt: formatTimestamp(record.receivedAt.getTime()),
    emailedAt: formatOptionalTime(record.emailedAt),
    rung: summarizeRings(record),
    taken:
      record.takenAt === null
        ? undefined
        : { at: formatTimestamp(record.takenAt), by: record.takenBy || undefined },
    givenBack:
      record.takenAt === null && record.takenBy !== null ? { by: record.takenBy || undefined } : undefined,
    eta: getEta(record),
    endedAt: formatOptionalTime(state === 'canceled' ? record.canceledAt : getEndedAt(record)),
    restorableUntil: access === 'manage' ? formatOptionalTime(getUndoDeadline(record)) : undefined,
    may: access,
    shareToken,
    now: formatTimestamp(now),
    askAgain: getPollSeconds(state),
  };
}

/** Returns the state that the driver sees: `canceled`, even if the owner then marks the request as done or closed. */
function getStateForDriver(record: RequestRecord): RequestStatus['state'] {
  const state = getRequestState(record);
  return record.canceledAt !== null && state !== 'erased' ? 'canceled' : state;
}

export function summarizeRings(record: RequestRecord): RequestStatus['rung'] {
  const { rings, firstRungAt, lastRungAt, nextRingAt } = record;
  if (rings === 0 || firstRungAt === null || lastRungAt === null) {
    return undefined;
  }
  return {
    times: rings,
    firstAt: formatTimestamp(firstRungAt),
    lastAt: formatTimestamp(lastRungAt),
    nextAt: getRequestState(record) === 'ringing' ? formatOptionalTime(nextRingAt) : undefined,
  };
}

export function getEta({ etaMinutes, etaAt }: RequestRecord): RequestStatus['eta'] {
  if (etaMinutes === null || etaAt === null) {
    return undefined;
  }
  return {
    minutes: etaMinutes,
    saidAt: formatTimestamp(etaAt),
    until: formatTimestamp(etaAt + etaMinutes * minute),
  };
}

/**
 * The seconds until a page asks again. While nobody is handling a request, the page asks often, because this may change
 * at any moment. Once the request has ended, the page seldom asks.
 */
export const pollSeconds = { untaken: 10, taken: 30, ended: 120 };

function getPollSeconds(state: RequestStatus['state']): number {
  if (state === 'received' || state === 'ringing' || state === 'unanswered') {
    return pollSeconds.untaken;
  }
  return state === 'taken' || state === 'on_the_way' ? pollSeconds.taken : pollSeconds.ended;
}
