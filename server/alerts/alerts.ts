import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { reasonOf } from './call.ts';
import { type Incident, type IncidentKind, type WatchedParts, watchFor } from './find-incidents.ts';
import type { openToldIncidents } from './told-incidents.ts';

/** The whole payload: no visitor data. */
export interface Alert {
  event: IncidentKind | `${IncidentKind}_over`;
  reference: string | null;
  /** When it was first seen, or seen to be over. ISO 8601, UTC. */
  at: string;
}

export interface AlertParts extends WatchedParts {
  /** Calls the owner. Throws unless accepted. */
  call(alert: Alert): Promise<void>;
  memory: Awaited<ReturnType<typeof openToldIncidents>>;
  log: Log;
  stopping: AbortSignal;
}

/** Milliseconds, also before the first check: pending email goes out at startup before it. */
const lookEvery = 10_000;

interface OpenIncident extends Incident {
  since: string;
  isTold: boolean;
}

/**
 * Calls the owner once for each incident, and once when it is over: `{ event, reference, at }`, with `_over`
 * after the event's name in the end. What the webhook does not take is said again at the next look, unless
 * the incident is over by then and nobody has heard of it. An answer that is lost makes a repeat.
 */
export async function callForHelp(parts: AlertParts): Promise<void> {
  const { clock, memory, log, stopping } = parts;
  const look = watchFor(parts);
  const open = new Map(memory.told.map((told) => [keyOf(told), openIncident(told, clock, true)]));
  let isFailing = false;

  for (;;) {
    await clock.wait(lookEvery, stopping);
    if (stopping.aborted) {
      return;
    }
    const { incidents, unknown } = await look();
    const found = new Map(incidents.map((incident) => [keyOf(incident), incident]));
    for (const [key, incident] of found) {
      open.set(key, open.get(key) ?? openIncident(incident, clock, false));
    }
    // In parallel, so that a hung webhook costs one timeout, however many there are.
    await Promise.all(
      Array.from(open, ([key, incident]) => {
        const isOver = !found.has(key) && !unknown.includes(incident.event);
        return isOver ? close(key, incident) : tell(incident);
      }),
    );
  }

  async function tell(incident: OpenIncident): Promise<void> {
    if (!incident.isTold && (await isTaken(incident.event, incident, incident.since))) {
      incident.isTold = true;
      remember();
    }
  }

  async function close(key: string, incident: OpenIncident): Promise<void> {
    if (!incident.isTold) {
      open.delete(key);
    } else if (await isTaken(`${incident.event}_over`, incident, clock.now().toISOString())) {
      open.delete(key);
      remember();
    }
  }

  function remember(): void {
    memory.keep([...open.values()].filter(({ isTold }) => isTold));
  }

  async function isTaken(event: Alert['event'], { reference }: Incident, at: string): Promise<boolean> {
    try {
      await parts.call({ event, reference, at });
      log('alert', { alert: event, ...(reference ? { reference } : {}) });
      isFailing = false;
      return true;
    } catch (error) {
      // Logs only changes: a webhook that is down for a day must not fill the log.
      if (!isFailing && !stopping.aborted) {
        log('alert_failed', { error: reasonOf(error) });
      }
      isFailing = true;
      return false;
    }
  }
}

/** Each refused email is a separate incident; late email is one, however many emails are late. */
function keyOf({ event, reference }: Incident): string {
  return event === 'dead_letter' || event === 'recipient_refused' ? `${event} ${reference}` : event;
}

function openIncident({ event, reference }: Incident, clock: Clock, isTold: boolean): OpenIncident {
  return { event, reference, since: clock.now().toISOString(), isTold };
}
