import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { RequestStore } from '../store/request-store.ts';
import type { StoreStatus } from '../store/status.ts';

/** What can be wrong, as it is told. */
const incidents = {
  mail_late: 'an email is late',
  emergency_unsent: 'an EMERGENCY has not been emailed for five minutes',
  mail_held_back: 'more requests came than are emailed, 30 in ten minutes',
  mail_refused: 'the mail server refused an email for good',
  database_set_aside: 'the database was damaged and set aside, and a new one begun',
  store_failing: 'requests cannot be saved, and the form fails',
};

type IncidentKind = keyof typeof incidents;

/** No visitor data. */
export interface Alert {
  event: IncidentKind;
  state: 'begins' | 'lasts' | 'ends';
  /** How many requests it concerns, and one of them. */
  requests?: number;
  reference?: string;
  /** All of that in words. */
  text: string;
}

type Facts = Pick<Alert, 'requests' | 'reference'>;

export interface AlertParts {
  store: Pick<RequestStore, 'status'>;
  outbox: Pick<Outbox, 'isHeldBack'>;
  /** Whether there is a mail server. Without one, late email is an incident only for emergencies. */
  delivers: boolean;
  /** A way to reach the owner besides email. Returns whether the alert was taken. */
  send(alert: Alert): Promise<boolean>;
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

const minute = 60_000;

/** Milliseconds between checks, and before the first: by then, what waited for a restart is sent. */
const checkInterval = 10_000;

/** Milliseconds between two alerts of an incident that lasts. */
const reminderInterval = 60 * minute;

/** How long a request may stay unsent, in milliseconds. */
const limits = { mail: 2 * minute, emergency: 5 * minute };

/** A busy disk fails occasionally: only two failures in a row are worth waking someone for. */
const failuresBeforeAlert = 2;

/**
 * Alerts the owner when an incident begins, each hour while it lasts, and when it ends. Nothing is remembered
 * over a restart: what is still wrong then begins anew. An alert that is not taken is sent again at the next
 * check, unless the incident is over by then and was never reported.
 */
export async function sendAlerts(parts: AlertParts): Promise<void> {
  const { store, clock, log, stopping } = parts;
  /** When each open incident was last reported. */
  const reported = new Map<IncidentKind, number>();
  let failures = 0;

  for (;;) {
    await clock.wait(checkInterval, stopping);
    if (stopping.aborted) {
      return;
    }
    const status = await store.status().catch(() => undefined);
    failures = status ? 0 : failures + 1;
    const found = status ? find(status, parts) : new Map();
    if (failures >= failuresBeforeAlert) {
      found.set('store_failing', {});
    }
    // While the store fails, nothing is known to be over. In parallel, so that a hung webhook costs one timeout.
    const over = status ? [...reported.keys()].filter((event) => !found.has(event)) : [];
    await Promise.all([...Array.from(found, ([event, facts]) => report(event, facts)), ...over.map(close)]);
  }

  async function report(event: IncidentKind, facts: Facts): Promise<void> {
    const last = reported.get(event);
    const isDue = last === undefined || clock.elapsed() - last >= reminderInterval;
    if (isDue && (await send(event, last === undefined ? 'begins' : 'lasts', facts))) {
      reported.set(event, clock.elapsed());
    }
  }

  async function close(event: IncidentKind): Promise<void> {
    if (await send(event, 'ends', {})) {
      reported.delete(event);
    }
  }

  async function send(event: IncidentKind, state: Alert['state'], facts: Facts): Promise<boolean> {
    const isTaken = await parts.send({ event, state, ...facts, text: sentenceOf(event, state, facts) });
    if (isTaken) {
      log('alert', { alert: event, state, ...facts });
    }
    return isTaken;
  }
}

function find(
  { waiting, oldest, oldestEmergency, refused, refusedCount, setAside }: StoreStatus,
  { outbox, delivers }: AlertParts,
): Map<IncidentKind, Facts> {
  const found = new Map<IncidentKind, Facts>();
  if (outbox.isHeldBack()) {
    found.set('mail_held_back', { requests: waiting });
  } else if (delivers && oldest && oldest.waited >= limits.mail) {
    found.set('mail_late', { requests: waiting, reference: oldest.reference });
  }
  if (oldestEmergency && oldestEmergency.waited >= limits.emergency) {
    found.set('emergency_unsent', { reference: oldestEmergency.reference });
  }
  if (refused[0] !== undefined) {
    found.set('mail_refused', { requests: refusedCount, reference: refused[0] });
  }
  if (setAside.length > 0) {
    found.set('database_set_aside', {});
  }
  return found;
}

/** "Website: an email is late (2 requests, first 7KQ2MA). To see all: npm run requests" */
function sentenceOf(event: IncidentKind, state: Alert['state'], { requests, reference }: Facts): string {
  const count = requests === undefined ? [] : [`${requests} ${requests === 1 ? 'request' : 'requests'}`];
  const facts = [...count, ...(reference === undefined ? [] : [`first ${reference}`])].join(', ');
  const details = facts ? ` (${facts}). To see all: npm run requests` : '';
  return `Website, ${{ begins: 'alert', lasts: 'still', ends: 'over' }[state]}: ${incidents[event]}${details}`;
}
