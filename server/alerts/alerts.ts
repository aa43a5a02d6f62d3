import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { callsLogged } from './call.ts';
import { type Incident, type IncidentKind, type WatchedParts, watchFor } from './find-incidents.ts';
import type { openReportedIncidents } from './reported-incidents.ts';

/** The whole payload: no visitor data. */
export interface Alert {
  event: IncidentKind | `${IncidentKind}_over`;
  reference: string | null;
  /** When it was first seen, or seen to be over. ISO 8601, UTC. */
  at: string;
}

export interface AlertParts extends WatchedParts {
  /** Posts to the owner's webhook. Throws unless it accepts. */
  call(alert: Alert): Promise<void>;
  clock: Clock;
  memory: Awaited<ReturnType<typeof openReportedIncidents>>;
  log: Log;
  stopping: AbortSignal;
}

/** Milliseconds between checks, and before the first: by then, email left from before a restart is sent. */
const checkInterval = 10_000;

interface OpenIncident extends Incident {
  since: string;
  isReported: boolean;
}

/**
 * Alerts the owner once for each incident, and once when it is over: `{ event, reference, at }`, where the
 * event's name then ends in `_over`. An alert that the webhook does not accept is retried at the next check,
 * unless the incident is over by then and was never reported. If only the webhook's response is lost, the
 * alert is sent twice.
 */
export async function sendAlerts(parts: AlertParts): Promise<void> {
  const { clock, memory, log, stopping } = parts;
  const findIncidents = watchFor(parts);
  const open = new Map(
    memory.reported.map((incident) => [keyOf(incident), openIncident(incident, clock, true)]),
  );
  const tryTo = callsLogged(log, 'alert_failed', stopping);

  for (;;) {
    await clock.wait(checkInterval, stopping);
    if (stopping.aborted) {
      return;
    }
    const { incidents, unknown } = await findIncidents();
    const found = new Map(incidents.map((incident) => [keyOf(incident), incident]));
    for (const [key, incident] of found) {
      open.set(key, open.get(key) ?? openIncident(incident, clock, false));
    }
    // In parallel, so that a hung webhook costs one timeout, however many incidents there are.
    await Promise.all(
      Array.from(open, ([key, incident]) => {
        const isOver = !found.has(key) && !unknown.includes(incident.event);
        return isOver ? close(key, incident) : report(incident);
      }),
    );
  }

  async function report(incident: OpenIncident): Promise<void> {
    if (!incident.isReported && (await isAccepted(incident.event, incident, incident.since))) {
      incident.isReported = true;
      remember();
    }
  }

  async function close(key: string, incident: OpenIncident): Promise<void> {
    if (!incident.isReported) {
      open.delete(key);
    } else if (await isAccepted(`${incident.event}_over`, incident, clock.now().toISOString())) {
      open.delete(key);
      remember();
    }
  }

  function remember(): void {
    memory.keep([...open.values()].filter(({ isReported }) => isReported));
  }

  async function isAccepted(event: Alert['event'], { reference }: Incident, at: string): Promise<boolean> {
    const accepted = await tryTo(() => parts.call({ event, reference, at }));
    if (accepted) {
      log('alert', { alert: event, ...(reference ? { reference } : {}) });
    }
    return accepted;
  }
}

/** Each refused email is a separate incident; late email is one, however many emails are late. */
function keyOf({ event, reference }: Incident): string {
  return event === 'dead_letter' || event === 'recipient_refused' ? `${event} ${reference}` : event;
}

function openIncident({ event, reference }: Incident, clock: Clock, isReported: boolean): OpenIncident {
  return { event, reference, since: clock.now().toISOString(), isReported };
}
