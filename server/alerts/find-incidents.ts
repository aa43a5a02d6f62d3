import { minute } from '../clock.ts';
import type { Outbox } from '../queue/outbox.ts';
import { emailChannelName } from '../requests/channel-data.ts';
import type { StoreStatus } from '../requests/store-status.ts';
import type { Incident } from '../store/incidents.ts';

/** The text of an alert about each kind of incident. */
const incidentTexts = {
  mail_late: 'an email is late',
  emergency_unsent: 'an EMERGENCY has not been emailed for five minutes',
  mail_held_back: 'more requests are waiting than can be emailed now',
  mail_refused: 'the mail server permanently refused an email',
  phone_refused: "the paging service refuses a phone's alarms",
  database_set_aside: 'a database was set aside: it was damaged, or replaced while requests were unsent',
  backup_late: 'the last backup is over two days old',
  store_failing: "requests can't be saved, so the form fails",
};

export type IncidentKind = keyof typeof incidentTexts;

export type KnownIncident = Incident & { event: IncidentKind };

/** Whether an incident's kind is known. An earlier version may have stored other kinds. */
export const isKnown = (incident: Incident): incident is KnownIncident =>
  Object.hasOwn(incidentTexts, incident.event);

/** The number of unsent or refused requests, and the reference of the one that has waited longest. */
export interface IncidentFacts {
  requests?: number;
  reference?: string;
}

/** Mentions Dispatch first, because at night many owners have only their phone. */
const moreInformation = 'To see them all, open Dispatch or run npm run requests';

/**
 * How long a request's email may remain unsent before an alert. After two minutes, `mail_late` covers every request.
 * After five minutes, an emergency also gets its own alert. For other monitors, email is late only after 15 minutes
 * (`mailLateAfter`).
 */
const unsentAlertAfter = { anyRequest: 2 * minute, emergency: 5 * minute };

interface IncidentContext {
  outbox: Pick<Outbox, 'hasHeldBackDeliveries'>;
  /** Whether email is set up. */
  sendsEmail: boolean;
}

/** Finds the current incidents, except a failing store, using the status that the store reports. */
export function findIncidents(
  {
    unsentCount,
    longestUnsent,
    longestUnsentEmergency,
    refused,
    refusingRecipients,
    setAside,
    isBackupLate,
  }: StoreStatus,
  { outbox, sendsEmail }: IncidentContext,
): Map<IncidentKind, IncidentFacts> {
  const incidents = new Map<IncidentKind, IncidentFacts>();
  if (outbox.hasHeldBackDeliveries(emailChannelName)) {
    incidents.set('mail_held_back', { requests: unsentCount });
  } else if (sendsEmail && longestUnsent && longestUnsent.waitTime >= unsentAlertAfter.anyRequest) {
    incidents.set('mail_late', { requests: unsentCount, reference: longestUnsent.reference });
  }
  if (longestUnsentEmergency && longestUnsentEmergency.waitTime >= unsentAlertAfter.emergency) {
    incidents.set('emergency_unsent', { reference: longestUnsentEmergency.reference });
  }
  if (refused[0] !== undefined) {
    incidents.set('mail_refused', { requests: refused.length, reference: refused[0] });
  }
  if (refusingRecipients > 0) {
    incidents.set('phone_refused', {});
  }
  if (setAside.length > 0) {
    incidents.set('database_set_aside', {});
  }
  if (isBackupLate) {
    incidents.set('backup_late', {});
  }
  return incidents;
}

/** Returns "an email is late (2 requests, first 7KQ2MA). To see them all, open Dispatch or run npm run requests". */
export function describeIncident(event: IncidentKind, { requests, reference }: IncidentFacts): string {
  const count = requests === undefined ? [] : [`${requests} ${requests === 1 ? 'request' : 'requests'}`];
  const facts = [...count, ...(reference === undefined ? [] : [`first ${reference}`])].join(', ');
  return `${incidentTexts[event]}${facts ? ` (${facts}). ${moreInformation}` : ''}`;
}
