import type { PostedRequest } from '../../server/store/save-requests.ts';
import type { faultyStore } from './faulty-store.ts';
import { route, type simulatedMailServer } from './mail-server.ts';
import type { ownersPhone } from './owners-phone.ts';
import type { Acknowledged } from './promises.ts';
import type { simulatedClock } from './simulated-clock.ts';
import { minute, second } from './timetable.ts';

interface DeadlineParts {
  clock: ReturnType<typeof simulatedClock>;
  schedule(after: number, what: string, run: () => void): void;
  store: ReturnType<typeof faultyStore>;
  mailServer: ReturnType<typeof simulatedMailServer>;
  phone: ReturnType<typeof ownersPhone>;
  fail(what: string): never;
}

/** The mail server of the simulation takes up to two seconds for each address. */
const promptly = 10 * second;

/** After an outage the first email arrives by then, and in a flood the one of another network. */
const afterOutage = minute;
const inFlood = 20 * minute;

/** An emergency that cannot be emailed calls the owner after five minutes. Alerts check every minute here. */
const untilAlert = 7 * minute;

/** By then, pauses of an earlier fault are over. */
const settlingTime = 15 * minute;

/** Promises with a deadline. They count only if nothing goes wrong until then. */
export function deadlines({ clock, schedule, store, mailServer, phone, fail }: DeadlineParts) {
  let disturbances = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let unsentInOutage = false;
  const counts = { 'deadlines checked': 0 };

  return {
    counts,
    /** Something goes wrong, or is right again. */
    disturb(): void {
      disturbances += 1;
      lastAt = clock.elapsed();
      unsentInOutage = false;
    },
    /** A visitor was told that a request is saved. */
    email({ reference, isRefused }: Acknowledged, { fields, honeypotFilled, clientIp }: PostedRequest): void {
      if (isRefused || honeypotFilled) {
        return;
      }
      unsentInOutage ||= mailServer.condition() === 'down';
      if (fields.service === 'emergency' && store.condition() === 'good') {
        const isToldOrSent = () => phone.isOpen('emergency_unsent') || emailed(reference);
        expect(untilAlert, `${reference} could not be emailed, and nobody was called`, isToldOrSent);
      }
      if (isCalm() && isBudgetFree()) {
        expect(promptly, `${reference} was not emailed promptly`, () => emailed(reference));
      } else if (isCalm() && clientIp?.startsWith('203.')) {
        expect(inFlood, `${reference}, from a network of its own, waited for a flood`, () =>
          emailed(reference),
        );
      }
    },
    /** Before the mail server's condition is set. */
    mailReturns(): void {
      const isDue = unsentInOutage && clock.elapsed() - lastAt > settlingTime && store.condition() === 'good';
      this.disturb();
      if (isDue && isBudgetFree()) {
        const before = mailServer.mailbox.length;
        expect(
          afterOutage,
          'nothing was emailed a minute after the mail server returned',
          () => mailServer.mailbox.length > before,
        );
      }
    },
  };

  function isCalm(): boolean {
    const areGood = mailServer.condition() === 'good' && store.condition() === 'good';
    return areGood && clock.elapsed() - lastAt > settlingTime;
  }

  /** Far fewer than there may be: in calm, what was sent in the last ten minutes has arrived. */
  function isBudgetFree(): boolean {
    const since = clock.elapsed() - 10 * minute;
    const recent = mailServer.mailbox.slice(-100).filter(({ began }) => began > since);
    return new Set(recent.map(({ reference }) => reference)).size < 10;
  }

  function emailed(reference: string): boolean {
    return route.recipients.every((recipient) =>
      mailServer.mailbox.some((email) => email.reference === reference && email.recipient === recipient),
    );
  }

  function expect(milliseconds: number, otherwise: string, holds: () => boolean): void {
    const before = disturbances;
    schedule(milliseconds, 'deadline', () => {
      if (disturbances === before) {
        counts['deadlines checked'] += 1;
        if (!holds()) fail(otherwise);
      }
    });
  }
}
