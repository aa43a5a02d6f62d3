import { interpolate } from '../../content/interpolate.ts';
import { ownerEmailWords } from '../../content/words/owner-emails.ts';
import type { Recipient } from '../paging/alarm.ts';
import { createPagingMessage } from '../paging/create-paging-message.ts';
import { type AttemptOutcome, type Consequence, outcomes } from '../queue/channel.ts';
import { logUnexpectedError } from '../queue/log-unexpected-error.ts';
import type { DriverEvent } from '../requests/driver-events.ts';
import type { RequestWithHistory } from '../requests/request-with-history.ts';
import { type RingDependencies, ringAndLog } from './ring-and-log.ts';

/** How long the alarm waits before it asks for a slot or rings again. */
const retryDelay = 30_000;

/**
 * The maximum number of failures before we give up on the alarm. With a failure every 30 s, this takes about ten
 * minutes.
 */
const maxFailures = 20;

/** The alarm about a driver's cancellation or deletion, and the position of the recipient to notify. */
interface DriverAlarm extends Pick<DriverEvent, 'reference' | 'event'> {
  canceledAt: number | null;
  position: number;
}

/**
 * Rings all recipients after a driver canceled or deleted a request that somebody was handling, because that person
 * must know. Leaves out recipients that have already gotten this alarm. A deletion after a cancellation doesn't ring
 * again.
 */
export async function sendDriverAlarms(
  dependencies: RingDependencies,
  { reference, event, notifiedRecipients }: DriverEvent,
): Promise<void> {
  const request = await readWithRetries(dependencies, reference);
  if (request === undefined || request.takenAt === null || isEndedByOwner(request)) {
    return;
  }
  const { canceledAt } = request;
  // Different times mean that the request had ended before the driver deleted it (`eraseRequest`).
  if (event === 'erased' && canceledAt !== request.erasedAt) {
    return;
  }
  await Promise.all(
    dependencies.recipients.map(async (recipient, position) => {
      if (!notifiedRecipients.includes(recipient.name)) {
        await ringUntilAccepted(dependencies, recipient, { reference, canceledAt, event, position });
      }
    }),
  );
}

/** Reads a request. Waits and tries again if the store fails. */
async function readWithRetries(
  { store, clock, log, stopping }: RingDependencies,
  reference: string,
): Promise<RequestWithHistory | undefined> {
  for (let failures = 1; failures < maxFailures && !stopping.aborted; failures += 1) {
    try {
      return await store.findWithHistory(reference);
    } catch (error) {
      logUnexpectedError(log, error);
      await clock.wait(retryDelay, stopping);
    }
  }
  return store.findWithHistory(reference);
}

/**
 * Rings a recipient once its bucket has a spare slot, and again if its service fails but doesn't refuse the alarm.
 * Stops if the driver undoes the cancellation or the owner marks the request as done or closed.
 */
async function ringUntilAccepted(
  dependencies: RingDependencies,
  recipient: Recipient,
  { reference, canceledAt, event, position }: DriverAlarm,
): Promise<void> {
  const { store, clock, log, stopping } = dependencies;
  // Every attempt sends the same ID. If an earlier alarm arrived after all, the service can then recognize the repeat.
  const text = interpolate(ownerEmailWords[event].alarm, { reference });
  const alarm = createPagingMessage({ event, text, isUrgent: true }, clock);
  for (let failures = 0; failures < maxFailures; ) {
    const outcome = await ringAndLog(dependencies, recipient, alarm).catch((error: unknown) => {
      logUnexpectedError(log, error);
      log('page_failed', { reference, recipient: position + 1, cause: 'the store failed' });
      return 'unreachable' as const;
    });
    if (outcome === 'accepted') {
      // If this fails, a restart within half an hour rings the recipient again.
      await store
        .recordDriverAlarm({ reference, recipient: recipient.name })
        .catch((error: unknown) => logUnexpectedError(log, error));
      return;
    }
    if (outcome === 'refused') {
      return;
    }
    failures += getFailureWeight(outcome);
    await clock.wait(retryDelay, stopping);
    if (stopping.aborted) {
      const cause = 'the server stopped before the phone could ring about a cancellation or deletion';
      log('page_failed', { reference, recipient: position + 1, cause });
      return;
    }
    const request = await store.findWithHistory(reference).catch((error: unknown) => {
      logUnexpectedError(log, error);
      return 'unknown' as const;
    });
    if (request !== 'unknown' && (request?.canceledAt !== canceledAt || isEndedByOwner(request))) {
      return;
    }
  }
}

/** Returns how much an outcome counts toward `maxFailures`: half of it if the alarm may have arrived. */
function getFailureWeight(outcome: AttemptOutcome | 'no_slot'): number {
  if (outcome === 'no_slot') {
    return 0;
  }
  const { mayHaveArrived = false }: Consequence = outcomes[outcome];
  return mayHaveArrived ? maxFailures / 2 : 1;
}

/** Whether the owner has ended the request. */
const isEndedByOwner = ({ doneAt, closedAt }: Pick<RequestWithHistory, 'doneAt' | 'closedAt'>): boolean =>
  doneAt !== null || closedAt !== null;
