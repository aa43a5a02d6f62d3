import type { RequestStatus } from '../../contract/request-status.ts';
import type { DriverRequest } from '../requests/driver.ts';
import { restorableUntil } from '../requests/driver-actions.ts';
import { endedAt, getRequestState, type RequestRecord } from '../requests/request-record.ts';

const minute = 60_000;

/** RFC 3339, to the second: more would only tell requests apart. */
export const timestamp = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;

const optional = (time: number | null) => (time === null ? undefined : timestamp(time));

/** What the driver's page shows. Nothing of what the driver wrote is in it, but the service. */
export function statusOf({ record, may, shareToken }: DriverRequest, now: number): RequestStatus {
  const state = getRequestState(record);
  return {
    reference: record.reference,
    service: record.fields.service,
    state,
    receivedAt: timestamp(record.receivedAt.getTime()),
    emailedAt: optional(record.emailedAt),
    rung: rungOf(record),
    taken:
      record.takenAt === null
        ? undefined
        : { at: timestamp(record.takenAt), by: record.takenBy || undefined },
    givenBack:
      record.takenAt === null && record.takenBy !== null ? { by: record.takenBy || undefined } : undefined,
    eta: etaOf(record),
    endedAt: optional(endedAt(record)),
    restorableUntil: may === 'manage' ? optional(restorableUntil(record)) : undefined,
    may,
    shareToken,
    now: timestamp(now),
    askAgain: secondsUntilNext(state),
  };
}

export function rungOf(record: RequestRecord): RequestStatus['rung'] {
  const { rings, firstRungAt, lastRungAt, nextRingAt } = record;
  if (rings === 0 || firstRungAt === null || lastRungAt === null) {
    return undefined;
  }
  return {
    times: rings,
    firstAt: timestamp(firstRungAt),
    lastAt: timestamp(lastRungAt),
    nextAt: getRequestState(record) === 'ringing' ? optional(nextRingAt) : undefined,
  };
}

export function etaOf({ etaMinutes, etaAt }: RequestRecord): RequestStatus['eta'] {
  if (etaMinutes === null || etaAt === null) {
    return undefined;
  }
  return { minutes: etaMinutes, saidAt: timestamp(etaAt), until: timestamp(etaAt + etaMinutes * minute) };
}

/** Often while nobody has it, because somebody may take it at any moment; seldom once it has ended. */
export function secondsUntilNext(state: RequestStatus['state']): number {
  if (state === 'received' || state === 'ringing' || state === 'unanswered') {
    return 10;
  }
  return state === 'taken' || state === 'on_the_way' ? 30 : 120;
}
