import type { PostedRequest } from '../../server/store/save-requests.ts';
import type { faultyStore } from './faulty-store.ts';
import { route, type simulatedMailServer } from './mail-server.ts';
import type { simulatedPhones } from './phones.ts';
import type { Acknowledged } from './promises.ts';
import type { simulatedClock } from './simulated-clock.ts';
import { hour, minute, second } from './timetable.ts';

interface DeadlineParts {
  clock: ReturnType<typeof simulatedClock>;
  schedule(after: number, what: string, run: () => void): void;
  store: ReturnType<typeof faultyStore>;
  mailServer: ReturnType<typeof simulatedMailServer>;
  phones: ReturnType<typeof simulatedPhones>;
  fail(what: string): never;
}

/** The mail server of the simulation takes up to two seconds for each address. */
const promptly = 10 * second;

/** In a flood the email of another network arrives by then. */
const inFlood = 20 * minute;

/** An emergency that cannot be emailed calls the owner after five minutes. Alerts check every minute here. */
const untilAlert = 7 * minute;

/** By then an emergency rings, if a service works and the phone may ring. */
const untilRung = 2 * minute;

/** By then, pauses of an earlier fault are over. */
const settlingTime = 15 * minute;

/** Promises with a deadline. They count only if nothing goes wrong until then. */
export function deadlines({ clock, schedule, store, mailServer, phones, fail }: DeadlineParts) {
  let disturbances = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  const counts = { 'deadlines checked': 0 };

  return {
    counts,
    /** Something goes wrong, or is right again. */
    disturb(): void {
      disturbances += 1;
      lastAt = clock.elapsed();
    },
    /** A visitor was told that a request is saved. */
    email({ reference, isRefused }: Acknowledged, { fields, honeypotFilled, clientIp }: PostedRequest): void {
      if (!honeypotFilled && fields.service === 'emergency' && mayRing(reference)) {
        expect(untilRung, `${reference} did not ring`, () =>
          phones.rung.findLast(({ references }) => references.includes(reference)),
        );
      }
      if (isRefused || honeypotFilled) {
        return;
      }
      if (fields.service === 'emergency' && store.condition() === 'good') {
        const isToldOrSent = () => phones.hasAlert('emergency_unsent') || emailed(reference);
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
  };

  function isCalm(): boolean {
    return mailServer.condition() === 'good' && isSettled();
  }

  function isSettled(): boolean {
    return store.condition() === 'good' && clock.elapsed() - lastAt > settlingTime;
  }

  /** A network's first request rings while an hour has places. We count two: a clock may have been wrong. */
  function mayRing(reference: string): boolean {
    const since = clock.elapsed() - 2 * hour;
    const recent = phones.rung.slice(-100).filter(({ began }) => began > since);
    const findFirst = 'select 1 from requests where reference = :reference and turn = 1';
    const [first] = store.query(findFirst, { reference });
    return first !== undefined && recent.length < 8 && phones.condition() === 'good' && isSettled();
  }

  /** No flood waits, and few were emailed: in calm, what was sent in the last ten minutes has arrived. */
  function isBudgetFree(): boolean {
    const since = clock.elapsed() - 10 * minute;
    const recent = mailServer.mailbox.slice(-100).filter(({ began }) => began > since);
    const findWaiting = `select distinct request_id from deliveries where channel = '${route.name}' and state = 'pending'`;
    const isFlood = store.query(findWaiting).length >= 5;
    return !isFlood && new Set(recent.map(({ reference }) => reference)).size < 10;
  }

  function emailed(reference: string): boolean {
    return route.recipients.every((recipient) =>
      mailServer.mailbox.findLast((email) => email.reference === reference && email.recipient === recipient),
    );
  }

  function expect(milliseconds: number, otherwise: string, holds: () => unknown): void {
    const before = disturbances;
    schedule(milliseconds, 'deadline', () => {
      if (disturbances === before) {
        counts['deadlines checked'] += 1;
        if (!holds()) fail(otherwise);
      }
    });
  }
}
