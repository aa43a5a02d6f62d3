import type { OwnerAction } from '../../contract/dispatch.ts';
import type { DispatchHealth } from '../../contract/dispatch-health.ts';
import type { Clock } from '../clock.ts';
import type { ReadClientIp } from '../http/rate-limits/client-ip.ts';
import type { Log } from '../log/log.ts';
import type { Transport } from '../mail/transport.ts';
import type { StoreOperations } from '../store/request-store.ts';

/** The parts of the server that Dispatch's endpoint needs. */
export interface DispatchDependencies {
  store: StoreOperations;
  allowedOrigins: readonly string[];
  readClientIp: ReadClientIp;
  /** The recipients of alarms, in the order of the settings. */
  recipientNames: readonly string[];
  sendsEmail: Transport['canDeliver'];
  /** About how many days the store keeps a request after it was emailed, done, or closed. */
  storedDays: number;
  /** Called after an action about a request, because a delivery may be due or an alarm may have to stop. */
  onOwnerAction(reference: string, action: OwnerAction['action']): void;
  /** Called after a change to the site or the on-call order. The response to the device waits for this. */
  onOwnerChange(): Promise<void>;
  /**
   * Rings a recipient once. `failed`: its service didn't accept the message. `no_slot`: its service wasn't called,
   * because the recipient's bucket has no spare slot.
   */
  sendTestRing(recipient: string): Promise<'accepted' | 'no_slot' | 'failed'>;
  /** Emails a pairing link to the owner. Doesn't wait for the mail server. */
  sendPairingLink(token: string): void;
  /** Emails the owner that a device was paired, and sends a message to all recipients of alarms. */
  announceDevice(name: string): void;
  /** Returns the disk usage, if there is a disk, and whether the owner has to make backups. */
  readDiskAndBackups(): Promise<Pick<DispatchHealth, 'disk'> & { needsBackups?: boolean }>;
  clock: Clock;
  log: Log;
}
