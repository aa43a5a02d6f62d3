import { pagingWords } from '../../content/words/paging.ts';
import { type Clock, minute } from '../clock.ts';
import type { Log } from '../log/log.ts';
import type { Recipient } from '../paging/alarm.ts';
import { createPagingMessage } from '../paging/create-paging-message.ts';
import { ringInSpareSlot } from '../paging/ring-in-spare-slot.ts';
import type { AttemptResult } from '../queue/channel.ts';
import { logUnexpectedError } from '../queue/log-unexpected-error.ts';
import type { Outbox } from '../queue/outbox.ts';
import { computeBackOff } from '../queue/timings.ts';
import type { RequestStore } from '../store/request-store.ts';
import {
  describeIncident,
  findIncidents,
  type IncidentFacts,
  type IncidentKind,
  isKnown,
  type KnownIncident,
} from './find-incidents.ts';

type AlertState = keyof typeof pagingWords.alert;

export interface AlertDependencies {
  store: Pick<
    RequestStore,
    'probeStatus' | 'readIncidents' | 'saveIncident' | 'acquireSpareSlot' | 'releaseSlot'
  >;
  outbox: Pick<Outbox, 'hasHeldBackDeliveries'>;
  /** Whether email is set up. If not, late email is an incident only for emergencies. */
  sendsEmail: boolean;
  /** All recipients get each alert at the same time, if their buckets have a slot to spare. */
  recipients: readonly Pick<Recipient, 'name' | 'send'>[];
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

/** The pause between checks. The first check waits, too, so that emails delayed by a restart can go out first. */
export const checkInterval = 10_000;

/** The minimum time between two alerts about an ongoing incident, and between two urgent alerts of a kind. */
const reminderInterval = 60 * minute;

/**
 * Incidents that can wait until morning: their alerts are never urgent. `mail_held_back` can wait, because if an
 * emergency is among the held-back emails, `emergency_unsent` sends an urgent alert.
 */
const lowPriorityIncidents: readonly IncidentKind[] = ['backup_late', 'mail_held_back'];

/** Alerts about a late backup repeat once a day. */
const backupReminderInterval = 24 * reminderInterval;

/** How long a fault must be absent before its incident is over. A fault that returns sooner is the same incident. */
const quietTime = 15 * minute;

/** A busy disk fails occasionally, so only two failures in a row are worth waking someone up for. */
const failuresBeforeAlert = 2;

/** The pause before the next alert after one that nobody received. It grows from `first` to `longest`. */
const repeatPause = { first: checkInterval, longest: 15 * minute };

/**
 * Alerts the owner when an incident begins, again while it continues (hourly, or daily for a late backup), and when it
 * ends. The store remembers incidents, so a restart seldom repeats or loses an alert. While the store is failing, this
 * process remembers them.
 */
export async function sendAlerts(dependencies: AlertDependencies): Promise<void> {
  const { store, clock, log, stopping } = dependencies;
  const incidents = new Map<IncidentKind, KnownIncident>();
  /** Incidents that the store has not saved yet. */
  const unsaved = new Set<IncidentKind>();
  const logBug = (error: unknown) => logUnexpectedError(log, error);
  let failures = 0;
  let failedAlerts = 0;
  let nextAlertAt = 0;
  /** The store's time, or at first the wall clock's, minus this process's monotonic time. */
  let offset = clock.wallTime().getTime() - clock.elapsed();

  for (;;) {
    await clock.wait(checkInterval, stopping);
    if (stopping.aborted) {
      return;
    }
    const status = await store.probeStatus().catch(logBug);
    failures = status ? 0 : failures + 1;
    if (status) {
      await synchronize().catch(logBug);
    }
    const currentFaults = status
      ? findIncidents(status, dependencies)
      : new Map<IncidentKind, IncidentFacts>();
    if (failures >= failuresBeforeAlert) {
      currentFaults.set('store_failing', {});
    }
    for (const [event, facts] of currentFaults) {
      await reportFault(event, facts);
    }
    // While the store is failing, we can't tell whether other incidents are over.
    for (const incident of status ? incidents.values() : []) {
      const { event } = incident;
      if (incident.reportedAt !== null && !currentFaults.has(event) && now() - incident.seenAt >= quietTime) {
        if (await sendAlert(event, 'ends', false, {})) {
          await recordIncident({ ...incident, reportedAt: null });
        }
      }
    }
  }

  /** Returns whole milliseconds, as the tables require. The monotonic clock counts fractions. */
  function now(): number {
    return Math.round(offset + clock.elapsed());
  }

  /** Saves pending incidents, then loads all incidents, including incidents of other servers and earlier processes. */
  async function synchronize(): Promise<void> {
    for (const event of unsaved) {
      const incident = incidents.get(event);
      if (incident) {
        await store.saveIncident(incident);
      }
      unsaved.delete(event);
    }
    const stored = await store.readIncidents();
    offset = stored.now - clock.elapsed();
    for (const incident of stored.known.filter(isKnown)) {
      incidents.set(incident.event, incident);
      // The clock was ahead. Limit the incident's times to the current time.
      if (incident.seenAt > stored.now) {
        await recordIncident(limitTimes(incident, stored.now));
      }
    }
  }

  /** Remembers an incident and saves it. If saving fails, `synchronize` tries again. */
  async function recordIncident(incident: KnownIncident): Promise<void> {
    incidents.set(incident.event, incident);
    unsaved.add(incident.event);
    await store.saveIncident(incident).then(() => unsaved.delete(incident.event), logBug);
  }

  /**
   * Sends an alert when a fault begins, and reminders while the fault lasts. If nobody gets the first alert, the fault
   * isn't recorded, so it counts as new the next time.
   */
  async function reportFault(event: IncidentKind, facts: IncidentFacts): Promise<void> {
    const before = incidents.get(event) ?? { event, seenAt: now(), reportedAt: null, urgentAt: null };
    const { reportedAt, urgentAt } = before;
    const incident = { ...before, seenAt: now() };
    const interval = event === 'backup_late' ? backupReminderInterval : reminderInterval;
    if (reportedAt !== null && now() - reportedAt < interval) {
      await recordIncident(incident);
      return;
    }
    const canWait = lowPriorityIncidents.includes(event);
    const isUrgent =
      !canWait && reportedAt === null && (urgentAt === null || now() - urgentAt >= reminderInterval);
    if (await sendAlert(event, reportedAt === null ? 'begins' : 'lasts', isUrgent, facts)) {
      await recordIncident({ ...incident, reportedAt: now(), urgentAt: isUrgent ? now() : urgentAt });
    } else if (reportedAt !== null) {
      await recordIncident(incident);
    }
  }

  /** Returns whether any recipient's service accepted the alert. */
  async function sendAlert(
    event: IncidentKind,
    state: AlertState,
    isUrgent: boolean,
    facts: IncidentFacts,
  ): Promise<boolean> {
    if (clock.elapsed() < nextAlertAt) {
      return false;
    }
    const text = `${pagingWords.alert[state]}: ${describeIncident(event, facts)}`;
    const message = createPagingMessage({ event, text, isUrgent }, clock);
    const results = await Promise.all(
      dependencies.recipients.map((recipient) =>
        ringInSpareSlot(dependencies, recipient, message, { canRingWithoutStore: true }),
      ),
    );
    const attempts = results.filter((result) => result !== 'no_slot');
    if (attempts.length === 0) {
      return false;
    }
    const isAccepted = attempts.some(({ outcome }) => outcome === 'accepted');
    if (isAccepted) {
      log('alert', { alert: event, state, ...facts });
    } else if (failedAlerts === 0) {
      const { outcome, cause } = attempts[0] as AttemptResult;
      log('alert_failed', { alert: event, state, ...facts, outcome, cause });
    }
    failedAlerts = isAccepted ? 0 : failedAlerts + 1;
    nextAlertAt = isAccepted ? 0 : clock.elapsed() + computeBackOff(repeatPause, failedAlerts, 0);
    return isAccepted;
  }
}

/** Returns the incident with no time later than `latest`. */
function limitTimes({ event, seenAt, reportedAt, urgentAt }: KnownIncident, latest: number): KnownIncident {
  const limit = (time: number | null) => (time === null ? null : Math.min(time, latest));
  return {
    event,
    seenAt: Math.min(seenAt, latest),
    reportedAt: limit(reportedAt),
    urgentAt: limit(urgentAt),
  };
}
