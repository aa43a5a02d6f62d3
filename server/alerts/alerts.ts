import { pagingWords } from '../../content/words/paging.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Recipient } from '../paging/page.ts';
import type { StoreStatus } from '../store/list-requests.ts';
import type { RequestStore } from '../store/request-store.ts';

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
type State = keyof typeof pagingWords.alert;

/** How many requests an incident concerns, and one of them. */
interface Facts {
  requests?: number;
  reference?: string;
}

export interface AlertParts {
  store: Pick<RequestStore, 'status'>;
  outbox: Pick<Outbox, 'isHeldBack'>;
  /** Whether there is a mail server. Without one, late email is an incident only for emergencies. */
  delivers: boolean;
  /** All are paged at once, and not through the store, which may be what fails. */
  recipients: readonly Pick<Recipient, 'send'>[];
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
 * Pages the owner when an incident begins, each hour while it lasts, and when it ends. Nothing is remembered
 * over a restart: what is still wrong then begins anew. An alert that nobody gets is sent again at the next
 * check, unless the incident is over by then and was never reported.
 */
export async function sendAlerts(parts: AlertParts): Promise<void> {
  const { store, clock, log, stopping } = parts;
  /** When each open incident was last reported. */
  const reported = new Map<IncidentKind, number>();
  let failures = 0;
  let isHeard = true;

  for (;;) {
    await clock.wait(checkInterval, stopping);
    if (stopping.aborted) {
      return;
    }
    const status = await store.status().catch(() => undefined);
    failures = status ? 0 : failures + 1;
    const found = status ? find(status, parts) : new Map<IncidentKind, Facts>();
    if (failures >= failuresBeforeAlert) {
      found.set('store_failing', {});
    }
    for (const [event, facts] of found) {
      const last = reported.get(event);
      const isDue = last === undefined || clock.elapsed() - last >= reminderInterval;
      if (isDue && (await send(event, last === undefined ? 'begins' : 'lasts', facts))) {
        reported.set(event, clock.elapsed());
      }
    }
    // While the store fails, nothing is known to be over.
    for (const event of status ? reported.keys() : []) {
      if (!found.has(event) && (await send(event, 'ends', {}))) {
        reported.delete(event);
      }
    }
  }

  async function send(event: IncidentKind, state: State, facts: Facts): Promise<boolean> {
    const at = clock.now();
    const wasHeard = isHeard;
    const page = {
      id: `${event}-${at.getTime()}`,
      event,
      isUrgent: state === 'begins',
      text: `${pagingWords.alert[state]}: ${sentenceOf(event, facts)}`,
      requests: [],
      at,
    };
    const attempts = await Promise.all(parts.recipients.map((recipient) => recipient.send(page, stopping)));
    isHeard = attempts.some(({ outcome }) => outcome === 'accepted');
    if (isHeard || wasHeard) {
      log(isHeard ? 'alert' : 'alert_failed', { alert: event, state, ...facts });
    }
    return isHeard;
  }
}

function find(
  { waiting, oldest, oldestEmergency, refused, setAside }: StoreStatus,
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
    found.set('mail_refused', { requests: refused.length, reference: refused[0] });
  }
  if (setAside.length > 0) {
    found.set('database_set_aside', {});
  }
  return found;
}

/** "an email is late (2 requests, first 7KQ2MA). To see all: npm run requests" */
function sentenceOf(event: IncidentKind, { requests, reference }: Facts): string {
  const count = requests === undefined ? [] : [`${requests} ${requests === 1 ? 'request' : 'requests'}`];
  const facts = [...count, ...(reference === undefined ? [] : [`first ${reference}`])].join(', ');
  return `${incidents[event]}${facts ? ` (${facts}). To see all: npm run requests` : ''}`;
}
