import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { interpolate } from '../../content/interpolate.ts';
import { ownerEmailWords } from '../../content/words/owner-emails.ts';
import type { OwnerAction } from '../../contract/dispatch.ts';
import type { DriverAction } from '../../contract/request-status.ts';
import { minute } from '../clock.ts';
import { getMailFolder } from '../mail/file-transport.ts';
import { composeOwnerEmail } from '../mail/owner-update-channel.ts';
import type { Transport } from '../mail/transport.ts';
import { createPagingMessage } from '../paging/create-paging-message.ts';
import { logUnexpectedError } from '../queue/log-unexpected-error.ts';
import type { DriverEvent } from '../requests/driver-events.ts';
import type { Settings } from '../settings/settings.ts';
import type { DispatchDependencies } from './dependencies.ts';
import { sendDriverAlarms } from './driver-alarms.ts';
import { createPairingLink, getSiteOrigin } from './pairing-link.ts';
import { readDiskAndBackups } from './read-disk-and-backups.ts';
import { logRingFailure, type RingDependencies, ringAndLog } from './ring-and-log.ts';

/**
 * The pauses before further attempts to send an email. A pairing link works for 15 minutes, so its email has fewer
 * attempts.
 */
const emailPauses = {
  paired: [minute, 3 * minute, 10 * minute],
  pairing: [minute, 3 * minute],
};

export interface EffectDependencies extends RingDependencies {
  settings: Pick<Settings, 'mailFrom' | 'mailTo' | 'siteUrl' | 'port' | 'dataDir' | 'database'>;
  transport: Transport;
  /** Wakes the outbox, which sends emails and alarms. */
  wakeOutbox(): void;
  /** Keeps the process running until the work ends. Needed if the platform may stop the process after a response. */
  waitUntil?: (work: Promise<unknown>) => void;
  /** Whether this process has a data folder. Supabase functions don't have one. */
  hasDataFolder: boolean;
}

type TestRingResult = Awaited<ReturnType<DispatchDependencies['sendTestRing']>>;

export type ActionEffects = ReturnType<typeof createActionEffects>;

/**
 * Creates the side effects of actions in Dispatch and on the driver's page. They notify the owner, send alarms, delete
 * files, and read the disk.
 */
export function createActionEffects(dependencies: EffectDependencies) {
  const { settings, recipients, transport, wakeOutbox, clock, log, stopping } = dependencies;

  return {
    onOwnerAction(reference: string, action: OwnerAction['action']): void {
      wakeOutbox();
      if (action === 'erase') {
        deleteEmailFile(reference);
      }
    },
    onDriverAction(reference: string, action: DriverAction['action']): void {
      wakeOutbox();
      if (action === 'cancel') {
        startDriverAlarms({ reference, event: 'canceled', notifiedRecipients: [] });
      }
      if (action === 'erase') {
        startDriverAlarms({ reference, event: 'erased', notifiedRecipients: [] });
        deleteEmailFile(reference);
      }
    },
    /** Call this when the server starts. It sends the alarms about drivers' actions that the last process didn't. */
    resumeDriverAlarms(): void {
      runInBackground(async () => {
        const events = await dependencies.store.findRecentDriverEvents();
        events.forEach(startDriverAlarms);
      });
    },
    async sendTestRing(name: string): Promise<TestRingResult> {
      const recipient = recipients.find((candidate) => candidate.name === name);
      if (recipient === undefined) {
        return 'failed';
      }
      const message = createPagingMessage(
        { event: 'test', text: ownerEmailWords.test, isUrgent: true },
        clock,
      );
      const outcome = await ringAndLog(dependencies, recipient, message);
      return outcome === 'accepted' || outcome === 'no_slot' ? outcome : 'failed';
    },
    sendPairingLink(token: string): void {
      const { subject, text } = ownerEmailWords.pairing;
      const url = createPairingLink(getSiteOrigin(settings), token);
      runInBackground(() => sendEmail('pairing', subject, interpolate(text, { url })));
    },
    announceDevice(name: string): void {
      const { subject, text, alarm } = ownerEmailWords.paired;
      runInBackground(() => sendEmail('paired', interpolate(subject, { name }), interpolate(text, { name })));
      for (const recipient of recipients) {
        // This message isn't an alarm, and only the holder of a link can cause it. So it doesn't use a slot in the
        // bucket, which an emergency may need.
        runInBackground(async () => {
          const message = { event: 'paired', text: interpolate(alarm, { name }), isUrgent: false };
          const attempt = await recipient.send(createPagingMessage(message, clock), stopping);
          logRingFailure(dependencies, recipient.name, attempt);
        });
      }
    },
    readDiskAndBackups: () => readDiskAndBackups(dependencies),
  };

  function startDriverAlarms(event: DriverEvent): void {
    runInBackground(() => sendDriverAlarms(dependencies, event));
  }

  /** Deletes a request's email if it was only written to a file. */
  function deleteEmailFile(reference: string): void {
    if (dependencies.hasDataFolder) {
      runInBackground(() => rm(join(getMailFolder(settings.dataDir), `${reference}.eml`), { force: true }));
    }
  }

  /** Emails the owner. If an attempt fails, tries again after each pause in `emailPauses`. */
  async function sendEmail(kind: keyof typeof emailPauses, subject: string, text: string): Promise<void> {
    const { mailFrom: from, mailTo: to } = settings;
    const date = clock.wallTime();
    const email = composeOwnerEmail(
      { from, to },
      { reference: `${kind}-${date.getTime()}`, subject, text, date },
    );
    let remaining = await sendToEach(to);
    for (const pause of emailPauses[kind]) {
      if (remaining.length === 0) {
        return;
      }
      await clock.wait(pause, stopping);
      if (stopping.aborted) {
        return;
      }
      remaining = await sendToEach(remaining);
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
    const ended = work().catch((error: unknown) => {
      // While the server stops, the store is closed, so its calls fail.
      if (!stopping.aborted) {
        logUnexpectedError(log, error);
      }
    });
    dependencies.waitUntil?.(ended);
  }
}
