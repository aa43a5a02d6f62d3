import type { RequestStatus } from '../../contract/request-status.ts';
import { minute } from '../clock.ts';
import { getUndoDeadline } from '../requests/driver-actions.ts';
import type { DriverLinkTarget } from '../requests/find-by-link.ts';
import { getEndedAt, getRequestState, type RequestWithHistory } from '../requests/request-with-history.ts';

/** Formats a time as RFC 3339, to the second. More precision would only make requests easier to identify. */
export const formatTimestamp = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;

/** Returns undefined if there is no time. */
export const formatOptionalTime = (time: number | null) =>
  time === null ? undefined : formatTimestamp(time);

/** Returns the contents of the driver's page. Of the form's fields, the page shows only the service. */
export function createStatus({ request, access, shareToken, now }: DriverLinkTarget): RequestStatus {
  const state = getStateForDriver(request);
  return {
    reference: request.reference,
    service: request.fields.service,
    state,
    receivedAt: formatTimestamp(request.receivedAt.getTime()),
    emailedAt: formatOptionalTime(request.emailedAt),
    rung: summarizeRings(request),
    taken:
      request.takenAt === null
        ? undefined
        : { at: formatTimestamp(request.takenAt), by: request.takenBy || undefined },
    givenBack:
      request.takenAt === null && request.takenBy !== null ? { by: request.takenBy || undefined } : undefined,
    eta: getEta(request),
    endedAt: formatOptionalTime(state === 'canceled' ? request.canceledAt : getEndedAt(request)),
    restorableUntil: access === 'manage' ? formatOptionalTime(getUndoDeadline(request)) : undefined,
    may: access,
    shareToken,
    now: formatTimestamp(now),
    askAgain: getPollSeconds(state),
  };
}

/** Returns the state that the driver sees: `canceled`, even if the owner then marks the request as done or closed. */
function getStateForDriver(request: RequestWithHistory): RequestStatus['state'] {
  const state = getRequestState(request);
  return request.canceledAt !== null && state !== 'erased' ? 'canceled' : state;
}

export function summarizeRings(request: RequestWithHistory): RequestStatus['rung'] {
  const { rings, firstRungAt, lastRungAt, nextRingAt } = request;
  if (rings === 0 || firstRungAt === null || lastRungAt === null) {
    return undefined;
  }
  return {
    times: rings,
    firstAt: formatTimestamp(firstRungAt),
    lastAt: formatTimestamp(lastRungAt),
    nextAt: getRequestState(request) === 'ringing' ? formatOptionalTime(nextRingAt) : undefined,
  };
}

export function getEta({ etaMinutes, etaAt }: RequestWithHistory): RequestStatus['eta'] {
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
