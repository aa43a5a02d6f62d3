import type { DispatchHealth, OwnerAction } from '../../contract/dispatch.ts';
import type { Clock } from '../clock.ts';
import type { ReadClientIp } from '../http/rate-limits/client-ip.ts';
import type { Log } from '../log/log.ts';
import type { RequestStore } from '../store/request-store.ts';

/** The parts of the server that Dispatch's endpoint needs. */
export interface DispatchDependencies {
  store: RequestStore;
  allowedOrigins: readonly string[];
  readClientIp: ReadClientIp;
  /** The recipients of alarms, in the order of the settings. */
  recipientNames: readonly string[];
  /** Whether emails are really sent rather than only written to files. */
  sendsEmail: boolean;
  /** Days from a request's email until the store deletes the request. */
  storedDays: number;
  /** Called when a delivery may be due or an alarm has to stop. */
  onChanged(reference: string, action: OwnerAction['action']): void;
  /** Called when the site's content has changed. The response to the phone waits for this. */
  onSiteChanged(): Promise<void>;
  /** Rings one phone once. With `no_slot`, the service wasn't called, because alarms have priority. */
  testRing(recipient: string): Promise<'rung' | 'no_slot' | 'refused'>;
  /** Emails a pairing link to the owner. */
  emailLink(token: string): Promise<void>;
  /** Emails the owner that a phone was paired, and sends a message to all recipients of alarms. */
  announceDevice(name: string): void;
  /** Returns the disk usage, if there is a disk, and whether the owner has to make backups. */
  readDiskAndBackups(): Promise<Pick<DispatchHealth, 'disk'> & { needsBackups?: boolean }>;
  clock: Clock;
  log: Log;
}
