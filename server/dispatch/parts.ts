import type { Health, OwnerAction } from '../../contract/dispatch.ts';
import type { Clock } from '../clock.ts';
import type { ClientIp } from '../http/rate-limits/client-ip.ts';
import type { Log } from '../log/log.ts';
import type { RequestStore } from '../store/request-store.ts';

/** What Dispatch's function needs of the server. */
export interface DispatchParts {
  store: RequestStore;
  allowedOrigins: readonly string[];
  clientIp: ClientIp;
  /** The recipients of alarms, in the order of the settings. */
  recipients: readonly string[];
  /** Whether emails are sent, and not only written to files. */
  sendsEmail: boolean;
  /** Days after its email until the store deletes a request. */
  storedDays: number;
  /** Called when a delivery may be due, or an alarm has to end. */
  onChanged(reference: string, action: OwnerAction['action']): void;
  /** Called when what the site shows has changed. The phone's answer waits for it. */
  onSiteChanged(): Promise<void>;
  /** Rings one phone once. `no_place`: the service wasn't asked, because alarms go first. */
  testRing(recipient: string): Promise<'rung' | 'no_place' | 'refused'>;
  /** Emails a pairing link to the owner. */
  emailLink(token: string): Promise<void>;
  /** Tells the owner and the other phones that a phone was paired. */
  announceDevice(name: string): void;
  /** The disk, where there is one, and whether its owner has to see to backups. */
  readMachine(): Promise<Pick<Health, 'disk'> & { needsBackups?: boolean }>;
  clock: Clock;
  log: Log;
}
