import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { interpolate } from '../../content/interpolate.ts';
import { ownerNoticeWords } from '../../content/words/owner-notices.ts';
import { dispatchPagePath, type OwnerAction } from '../../contract/dispatch.ts';
import type { DriverAction } from '../../contract/request-status.ts';
import type { Clock } from '../clock.ts';
import { describeError, type Log } from '../log/log.ts';
import { getMailFolder } from '../mail/file-transport.ts';
import { composeOwnerEmail } from '../mail/owner-notices.ts';
import type { Transport } from '../mail/transport.ts';
import type { PhoneMessage, Recipient } from '../paging/alarm.ts';
import { phoneBudget } from '../paging/phone-channels.ts';
import type { AttemptOutcome, AttemptResult } from '../queue/channel.ts';
import { pagingChannelName } from '../requests/destinations.ts';
import type { RequestRecord } from '../requests/request-record.ts';
import type { Settings } from '../settings/settings.ts';
import type { RequestStore } from '../store/request-store.ts';
import { createPhoneMessage } from './create-phone-message.ts';
import type { DispatchDependencies } from './dependencies.ts';
import { readDiskAndBackups } from './read-disk-and-backups.ts';

/** How long the alarm about a cancellation waits before it asks for a slot or rings again, in milliseconds. */
const retryDelay = 30_000;

/**
 * How many times a phone's service or the store may fail before we give up on the alarm about a cancellation. This takes at least
 * ten minutes, unless the service refuses the alarm.
 */
const maxFailures = 20;

/** The pauses before further attempts to send the email about a new phone, in milliseconds. */
const emailPauses = [1, 3, 10].map((minutes) => minutes * 60_000);

export interface EffectDependencies {
  settings: Pick<Settings, 'mailFrom' | 'mailTo' | 'siteUrl' | 'dataDir' | 'database'>;
  /** The phones and webhooks that get alarms. */
  recipients: readonly Recipient[];
  transport: Transport;
  store: Pick<RequestStore, 'readRecord' | 'acquireSpareSlot' | 'releaseSlot'>;
  /** Wakes the outbox, which sends emails and alarms. */
  wake(): void;
  /** Keeps the process running until the work ends. Needed if the platform may stop the process after a response. */
  keepAlive?: (work: Promise<unknown>) => void;
  /** Whether this process has a data folder. Supabase functions don't have one. */
  hasFolder: boolean;
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

/** A driver's cancellation, and the position of the recipient to notify. */
type DriverCancellation = Pick<RequestRecord, 'reference' | 'canceledAt'> & { position: number };
type RingResult = Awaited<ReturnType<DispatchDependencies['testRing']>>;
type Action = OwnerAction['action'] | DriverAction['action'];

export type DispatchEffects = ReturnType<typeof createDispatchEffects>;

/**
 * Creates the side effects of actions in Dispatch and on the driver's page. They notify the owner, ring phones, delete
 * files, and read the disk.
 */
export function createDispatchEffects(dependencies: EffectDependencies) {
  const { settings, recipients, transport, store, wake, clock, log, stopping } = dependencies;
  const logError = (error: unknown) => log('error', describeError(error));

  return {
    onChanged(reference: string, action: Action): void {
      wake();
      if (action === 'cancel') {
        runInBackground(() => ringIfTaken(reference));
      }
      if (action === 'erase' && dependencies.hasFolder) {
        runInBackground(() => rm(join(getMailFolder(settings.dataDir), `${reference}.eml`), { force: true }));
      }
    },
    async testRing(name: string): Promise<RingResult> {
      const recipient = recipients.find((one) => one.name === name);
      if (recipient === undefined) {
        return 'refused';
      }
      const outcome = await ring(recipient, createPhoneMessage('test', ownerNoticeWords.test, clock));
      return outcome === 'accepted' ? 'rung' : outcome === 'no_slot' ? 'no_slot' : 'refused';
    },
    async emailLink(token: string): Promise<void> {
      const url = `${settings.siteUrl ?? ''}${dispatchPagePath}#pair=${token}`;
      await sendEmail(
        'pairing',
        ownerNoticeWords.pairing.subject,
        interpolate(ownerNoticeWords.pairing.text, { url }),
      );
    },
    announceDevice(name: string): void {
      const { subject, text, alarm } = ownerNoticeWords.paired;
      runInBackground(() =>
        sendEmail('paired', interpolate(subject, { name }), interpolate(text, { name }), emailPauses),
      );
      for (const recipient of recipients) {
        // This message isn't an alarm, and only the holder of a link can cause it. So it doesn't use a slot in the
        // bucket, which an emergency may need.
        runInBackground(async () => {
          const attempt = await recipient.send(
            createPhoneMessage('paired', interpolate(alarm, { name }), clock),
            stopping,
          );
          logAlarmFailure(recipient.name, attempt);
        });
      }
    },
    readDiskAndBackups: () => readDiskAndBackups(dependencies),
  } satisfies Partial<DispatchDependencies>;

  /** Rings all phones if somebody was handling a canceled request, because that person must know. */
  async function ringIfTaken(reference: string): Promise<void> {
    const record = await readWithRetries(reference);
    if (record?.takenAt === null || record === undefined) {
      return;
    }
    const { canceledAt } = record;
    await Promise.all(
      recipients.map((recipient, position) =>
        ringUntilAccepted(recipient, { reference, canceledAt, position }),
      ),
    );
  }

  /** Reads a request. Waits and tries again if the store fails. */
  async function readWithRetries(reference: string): Promise<RequestRecord | undefined> {
    for (let failures = 1; failures < maxFailures && !stopping.aborted; failures += 1) {
      try {
        return await store.readRecord(reference);
      } catch (error) {
        logError(error);
        await clock.wait(retryDelay, stopping);
      }
    }
    return store.readRecord(reference);
  }

  /**
   * Rings a phone about a cancellation once its bucket has a spare slot, and again if its service fails but doesn't
   * refuse the alarm. Stops if the driver undoes the cancellation or the owner marks the request as done or closed.
   */
  async function ringUntilAccepted(
    recipient: Recipient,
    { reference, canceledAt, position }: DriverCancellation,
  ): Promise<void> {
    // Keeps its ID, because an alarm may have arrived although its service gave no answer.
    const alarm = createPhoneMessage(
      'canceled',
      interpolate(ownerNoticeWords.canceled.alarm, { reference }),
      clock,
    );
    for (let failures = 0; failures < maxFailures; ) {
      const outcome = await ring(recipient, alarm).catch(() => {
        log('page_failed', { reference, recipient: position + 1, cause: 'the store failed' });
        return 'no answer' as const;
      });
      if (outcome === 'accepted' || outcome === 'refused') {
        return;
      }
      failures += outcome === 'no_slot' ? 0 : 1;
      await clock.wait(retryDelay, stopping);
      if (stopping.aborted) {
        const cause = 'the server stopped before the phone could ring about a cancellation';
        log('page_failed', { reference, recipient: position + 1, cause });
        return;
      }
      const isOver = await hasStopped(reference, canceledAt).catch(logError);
      if (isOver) {
        return;
      }
    }
  }

  /** Whether the driver has undone a cancellation, or the owner has ended the request. */
  async function hasStopped(reference: string, canceledAt: number | null): Promise<boolean> {
    const record = await store.readRecord(reference);
    return record?.canceledAt !== canceledAt || record.doneAt !== null || record.closedAt !== null;
  }

  /** Rings a phone if its bucket has a slot that alarms about requests don't need. */
  async function ring({ name, send }: Recipient, alarm: PhoneMessage): Promise<AttemptOutcome | 'no_slot'> {
    const bucket = { channel: pagingChannelName, recipient: name, ...phoneBudget };
    const acquiredAt = await store.acquireSpareSlot(bucket);
    if (acquiredAt === undefined) {
      return 'no_slot';
    }
    const attempt = await send(alarm, stopping);
    const { outcome } = attempt;
    if (outcome !== 'accepted' && outcome !== 'ambiguous' && outcome !== 'no answer') {
      await store.releaseSlot(bucket, acquiredAt);
    }
    logAlarmFailure(name, attempt);
    return outcome;
  }

  function logAlarmFailure(name: string, { outcome, resultCode, cause }: AttemptResult): void {
    if (outcome !== 'accepted') {
      const position = recipients.findIndex((recipient) => recipient.name === name);
      log('page_failed', { recipient: position + 1, outcome, resultCode, cause });
    }
  }

  /** Emails the owner. If an attempt fails, tries again after each of the pauses. */
  async function sendEmail(
    kind: string,
    subject: string,
    text: string,
    pauses: readonly number[] = [],
  ): Promise<void> {
    const { mailFrom: from, mailTo: to } = settings;
    const date = clock.wallTime();
    const email = composeOwnerEmail(
      { from, to },
      { reference: `${kind}-${date.getTime()}`, subject, text, date },
    );
    let waiting = await sendToEach(to);
    for (const pause of pauses) {
      if (waiting.length === 0) {
        return;
      }
      await clock.wait(pause, stopping);
      if (stopping.aborted) {
        return;
      }
      waiting = await sendToEach(waiting);
    }

    /** Sends the email to each address, and returns the addresses that it couldn't be sent to. */
    async function sendToEach(addresses: readonly string[]): Promise<string[]> {
      const failed: string[] = [];
      for (const address of addresses) {
        const { outcome, resultCode, cause } = await transport.send(email, address, stopping);
        const isSent = outcome === 'accepted' || outcome === 'filed';
        log(isSent ? 'owner_email' : 'owner_email_failed', { kind, outcome, resultCode, cause });
        if (!isSent) {
          failed.push(address);
        }
      }
      return failed;
    }
  }

  /** Runs work without waiting for it. An error here must not fail the action, which is already in the store. */
  function runInBackground(work: () => Promise<unknown>): void {
    const ended = work().catch(logError);
    dependencies.keepAlive?.(ended);
  }
}
