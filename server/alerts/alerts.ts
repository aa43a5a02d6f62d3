import { pagingWords } from '../../content/words/paging.ts';
import type { Clock } from '../clock.ts';
import { type Log, stackLocation } from '../log/log.ts';
import type { Page, Recipient } from '../paging/page.ts';
import { phoneBudget } from '../paging/phone-channels.ts';
import { type Consequence, outcomes } from '../queue/channel.ts';
import type { Outbox } from '../queue/outbox.ts';
import { backOff } from '../queue/timings.ts';
import { StoreUnavailable } from '../queue/transaction.ts';
import { pageChannel } from '../requests/routes.ts';
import type { Incident } from '../store/incidents.ts';
import type { RequestStore } from '../store/request-store.ts';
import { findIncidents, type IncidentFacts, type IncidentKind, sentenceOf } from './find-incidents.ts';

type State = keyof typeof pagingWords.alert;

export interface AlertParts {
  store: Pick<RequestStore, 'status' | 'incidents' | 'saveIncident' | 'takePlace' | 'returnPlace'>;
  outbox: Pick<Outbox, 'isHeldBack'>;
  /** Whether there is a mail server. Without one, late email is an incident only for emergencies. */
  delivers: boolean;
  /** All are rung at once, each as far as its phone's bucket has places. */
  recipients: readonly Pick<Recipient, 'name' | 'send'>[];
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

const minute = 60_000;

/** Milliseconds between checks, and before the first: by then, what waited for a restart is sent. */
const checkInterval = 10_000;

/** Milliseconds between two alerts of an incident that lasts, and between two urgent ones of its kind. */
const reminderInterval = 60 * minute;

/** What can wait for the morning: never urgent, and repeated once a day. */
const unhurried: readonly IncidentKind[] = ['backup_late'];
const unhurriedInterval = 24 * reminderInterval;

/** For how long nothing may be found until an incident is over, in milliseconds: what comes and goes is one incident. */
const quietTime = 15 * minute;

/** A busy disk fails occasionally: only two failures in a row are worth waking someone for. */
const failuresBeforeAlert = 2;

/** Milliseconds until an alert that nobody got is sent again: first and longest pause. */
const repeatPause = { first: checkInterval, longest: 15 * minute };

/**
 * Rings the owner when an incident begins, each hour while it lasts, and when it ends. The store remembers incidents,
 * so a restart neither repeats nor forgets one. While the store fails, this process remembers them.
 */
export async function sendAlerts(parts: AlertParts): Promise<void> {
  const { store, clock, log, stopping } = parts;
  const known = new Map<string, Incident>();
  /** Incidents that the store has not saved yet. */
  const unsaved = new Set<string>();
  let failures = 0;
  let unheard = 0;
  let silentUntil = 0;
  /** The store's time less this process's. */
  let offset = clock.now().getTime() - clock.elapsed();

  for (;;) {
    await clock.wait(checkInterval, stopping);
    if (stopping.aborted) {
      return;
    }
    const status = await store.status().catch(noteBug);
    failures = status ? 0 : failures + 1;
    if (status) {
      await synchronize().catch(noteBug);
    }
    const found = status ? findIncidents(status, parts) : new Map<IncidentKind, IncidentFacts>();
    if (failures >= failuresBeforeAlert) {
      found.set('store_failing', {});
    }
    for (const [event, facts] of found) {
      await report(event, facts);
    }
    // While the store fails, nothing is known to be over.
    for (const incident of status ? known.values() : []) {
      const event = incident.event as IncidentKind;
      if (incident.reportedAt !== null && !found.has(event) && now() - incident.seenAt >= quietTime) {
        if (await send(event, 'ends', false, {})) {
          await keep({ ...incident, reportedAt: null });
        }
      }
    }
  }

  /** Whole milliseconds, as the tables have them: a monotonic clock counts fractions. */
  function now(): number {
    return Math.round(offset + clock.elapsed());
  }

  /** The store says itself when it is unavailable. Anything else is a bug. */
  function noteBug(error: unknown): undefined {
    if (!(error instanceof StoreUnavailable)) {
      log('error', stackLocation(error));
    }
  }

  /** Learns what other servers, and the processes before this one, have reported. */
  async function synchronize(): Promise<void> {
    for (const event of unsaved) {
      const incident = known.get(event);
      if (incident) {
        await store.saveIncident(incident);
      }
      unsaved.delete(event);
    }
    const stored = await store.incidents();
    offset = stored.now - clock.elapsed();
    for (const incident of stored.known) {
      known.set(incident.event, incident);
      // A clock that was ahead wrote it: time counts from now on.
      if (incident.seenAt > stored.now) {
        await keep(until(incident, stored.now));
      }
    }
  }

  async function keep(incident: Incident): Promise<void> {
    known.set(incident.event, incident);
    unsaved.add(incident.event);
    await store.saveIncident(incident).then(() => unsaved.delete(incident.event), noteBug);
  }

  /** What was found now: reports that it has begun, or after an hour that it lasts. */
  async function report(event: IncidentKind, facts: IncidentFacts): Promise<void> {
    const before = known.get(event) ?? { event, seenAt: now(), reportedAt: null, urgentAt: null };
    const { reportedAt, urgentAt } = before;
    const incident = { ...before, seenAt: now() };
    const canWait = unhurried.includes(event);
    const interval = canWait ? unhurriedInterval : reminderInterval;
    if (reportedAt !== null && now() - reportedAt < interval) {
      await keep(incident);
      return;
    }
    const isUrgent =
      !canWait && reportedAt === null && (urgentAt === null || now() - urgentAt >= reminderInterval);
    if (await send(event, reportedAt === null ? 'begins' : 'lasts', isUrgent, facts)) {
      await keep({ ...incident, reportedAt: now(), urgentAt: isUrgent ? now() : urgentAt });
    } else if (reportedAt !== null) {
      await keep(incident);
    }
  }

  /** Returns whether anybody heard it. */
  async function send(
    event: IncidentKind,
    state: State,
    isUrgent: boolean,
    facts: IncidentFacts,
  ): Promise<boolean> {
    if (clock.elapsed() < silentUntil) {
      return false;
    }
    const at = clock.now();
    const page: Page = {
      id: `${event}-${at.getTime()}`,
      event,
      isUrgent,
      text: `${pagingWords.alert[state]}: ${sentenceOf(event, facts)}`,
      requests: [],
      waiting: 0,
      at,
    };
    const answers = await Promise.all(parts.recipients.map((recipient) => ring(recipient, page)));
    if (answers.every((answer) => answer === 'no place')) {
      return false;
    }
    const isHeard = answers.includes('heard');
    if (isHeard || unheard === 0) {
      log(isHeard ? 'alert' : 'alert_failed', { alert: event, state, ...facts });
    }
    unheard = isHeard ? 0 : unheard + 1;
    silentUntil = isHeard ? 0 : clock.elapsed() + backOff(repeatPause, unheard, 0);
    return isHeard;
  }

  /** An alarm that may have rung keeps its place. While the store fails, alerts ring without one: it may be why. */
  async function ring({ name, send }: AlertParts['recipients'][number], page: Page) {
    const bucket = { channel: pageChannel, recipient: name, ...phoneBudget };
    const takenAt = await store.takePlace(bucket).catch(() => 'unknown' as const);
    if (takenAt === undefined) {
      return 'no place';
    }
    const { outcome } = await send(page, stopping);
    const { mayHaveArrived = false }: Consequence = outcomes[outcome];
    if (outcome !== 'accepted' && !mayHaveArrived && takenAt !== 'unknown') {
      await store.returnPlace(bucket, takenAt).catch(() => undefined);
    }
    return outcome === 'accepted' ? 'heard' : 'failed';
  }
}

/** An incident without times after `latest`. */
function until({ event, seenAt, reportedAt, urgentAt }: Incident, latest: number): Incident {
  const limit = (time: number | null) => (time === null ? null : Math.min(time, latest));
  return {
    event,
    seenAt: Math.min(seenAt, latest),
    reportedAt: limit(reportedAt),
    urgentAt: limit(urgentAt),
  };
}
