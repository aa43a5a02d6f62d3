import { minute } from '../clock.ts';
import type { Log } from '../log/log.ts';
import { acquireSpareSlot, releaseSlot } from '../queue/bucket.ts';
import { renewLeases } from '../queue/claim.ts';
import { makeNextRecipientDue } from '../queue/record-result.ts';
import { StoreUnavailableError } from '../queue/transaction.ts';
import type { RequestTransaction } from '../requests/channel-data.ts';
import { readMonthlyCounts } from '../requests/counts.ts';
import { prepareDeliveries } from '../requests/deliveries.ts';
import {
  createPairing,
  DeviceRemovedError,
  findPairingExpiry,
  listDevices,
  lockIfPaired,
  pairDevice,
  recordVisit,
  removeDevice,
  updateDevice,
} from '../requests/devices.ts';
import { cancelRequest, eraseRequest, undoCancellation } from '../requests/driver-actions.ts';
import { findRecentDriverEvents, recordDriverAlarm } from '../requests/driver-events.ts';
import { findByStatusToken, findByTakeToken } from '../requests/find-by-link.ts';
import { giveBack } from '../requests/give-back.ts';
import { countRequests, findWithDeliveries, listRequests, listUnsent } from '../requests/listed-requests.ts';
import {
  closeNetworkRequests,
  emailAgain,
  emailAgainFromCommand,
  endRequest,
  forceDone,
  markOnTheWay,
  reopenNetworkRequests,
  reopenRequest,
  takeRequest,
} from '../requests/owner-actions.ts';
import {
  addOwnerChange,
  readOwnerChanges,
  takeDownNotice,
  withdrawOwnerChange,
} from '../requests/owner-changes.ts';
import { consumeActionLimit } from '../requests/rate-limited-actions.ts';
import { claimWithRequests, recordResultAndStopRepeating } from '../requests/request-channel.ts';
import { findWithHistory } from '../requests/request-with-history.ts';
import { type SaveResult, save, saveAll } from '../requests/save.ts';
import { probeStatus } from '../requests/store-status.ts';
import { readDashboard } from '../requests/stored-dashboard.ts';
import { sweep } from '../requests/sweep.ts';
import { recordTestRing } from '../requests/test-rings.ts';
import { readIncidents, saveIncident } from './incidents.ts';
import { withTimeout } from './time-limit.ts';
import { checkClock } from './trusted-time.ts';

const operations = {
  // For visitors.
  save,
  saveAll,
  // These methods are for the outbox (`QueueStore`) and the schedule.
  prepareDeliveries,
  claim: claimWithRequests,
  renewLeases,
  recordResult: recordResultAndStopRepeating,
  makeNextRecipientDue,
  sweep,
  checkClock,
  // For the server's commands and /healthz.
  probeStatus,
  listRequests,
  listUnsent,
  countRequests,
  readMonthlyCounts,
  findWithDeliveries,
  forceDone,
  emailAgainFromCommand,
  // For alerts.
  readIncidents,
  saveIncident,
  acquireSpareSlot,
  releaseSlot,
  // For the driver's page.
  findByStatusToken,
  cancelRequest,
  undoCancellation,
  eraseRequest,
  findRecentDriverEvents,
  recordDriverAlarm,
  consumeActionLimit,
  // For Dispatch.
  readDashboard,
  recordTestRing,
  findWithHistory,
  findByTakeToken,
  takeRequest,
  markOnTheWay,
  giveBack,
  endRequest,
  reopenRequest,
  emailAgain,
  closeNetworkRequests,
  reopenNetworkRequests,
  createPairing,
  findPairingExpiry,
  pairDevice,
  listDevices,
  recordVisit,
  updateDevice,
  removeDevice,
  // For the owner's changes to the site and the on-call order.
  addOwnerChange,
  withdrawOwnerChange,
  takeDownNotice,
  readOwnerChanges,
};

type OperationName = keyof typeof operations;

/**
 * All operations on the database, which is a file or is shared by several servers. It contains the requests with their
 * deliveries, the devices and pairing links, the owner's changes, the incidents, and the limits. Each call is atomic,
 * and throws StoreUnavailableError if it can't be completed right now. Any other error is usually a bug, or concerns
 * only this call's own data.
 */
export type RequestStore = {
  [Name in OperationName]: (typeof operations)[Name] extends (
    transaction: RequestTransaction,
    ...parameters: infer Given
  ) => infer Result
    ? (...parameters: Given) => Result
    : never;
} & {
  /** Returns the operations as a paired device. If it was removed, they do nothing and throw a DeviceRemovedError. */
  asDevice(id: number): StoreOperations;
  close(): Promise<void>;
};

export type StoreOperations = Omit<RequestStore, 'close'>;

/** One call of an operation, as data. `device` is the ID of the paired device that acts, if any. */
export type StoreCall = { name: OperationName; parameters: readonly unknown[]; device?: number | undefined };

/** The result of a call by a removed device. SQLite's thread can send this object, but not our error classes. */
const deviceRemoved = { isDeviceRemoved: true };

/**
 * How long these calls may take. A visitor waits for a save, a person who opens an alarm's link waits for
 * `findByTakeToken` or `takeRequest`, and a monitor waits for `probeStatus`.
 */
export const storeTimeouts = {
  save: 5_000,
  saveAll: 5_000,
  findByTakeToken: 5_000,
  takeRequest: 5_000,
  probeStatus: 2_000,
};
/**
 * The limit for all other calls. It is half as long as a lease. Even if a sender's `claim` call hangs until this limit,
 * the sender still has time to renew the leases of its messages.
 */
const defaultTimeout = 30_000;

/**
 * Whether a successful call has surely committed a write. Only a write proves that the store works again, because a
 * read may succeed on a full disk. A server calls `checkClock` every minute, so it notices a recovery within two
 * minutes.
 */
function commitsWrite(name: OperationName, result: unknown): boolean {
  if (name === 'save' || name === 'saveAll') {
    // A post over the limit writes nothing.
    return [result as SaveResult | SaveResult[]].flat().some(({ outcome }) => outcome !== 'limited');
  }
  return name === 'checkClock' || name === 'probeStatus';
}

/**
 * Creates the store's operations, which run their calls with `executeCall` and a time limit. Logs when the store begins
 * to fail, and when it works again.
 */
export function createOperations(
  executeCall: (call: StoreCall, timeout: number) => Promise<unknown>,
  log: Log,
): StoreOperations {
  /** When a call last found the store unavailable. Undefined while the store works. */
  let failedAt: number | undefined;
  /**
   * After a failed `saveAll`, `probeStatus` also fails until this time, or until a `saveAll` writes. Otherwise,
   * `/healthz` would report a working store while visitors' requests can't be saved.
   */
  let savesFailUntil = 0;

  return createOperationsAs(undefined);

  function createOperationsAs(device: number | undefined): StoreOperations {
    const entries = (Object.keys(operations) as OperationName[]).map((name) => [
      name,
      (...parameters: unknown[]) => monitorCall({ name, parameters, device }),
    ]);
    return { ...Object.fromEntries(entries), asDevice: createOperationsAs };
  }

  async function monitorCall(call: StoreCall): Promise<unknown> {
    const timeout = (storeTimeouts as Partial<Record<OperationName, number>>)[call.name] ?? defaultTimeout;
    const beganAt = performance.now();
    try {
      // A call may still succeed after its time limit. Then the visitor's retry finds the request.
      const result = await withTimeout(executeCall(call, timeout), timeout);
      if (Object(result).isDeviceRemoved) {
        throw new DeviceRemovedError();
      }
      const hasWritten = commitsWrite(call.name, result);
      if (call.name === 'saveAll' && hasWritten) {
        savesFailUntil = 0;
      }
      // The small write of `probeStatus` may find room on a disk that is too full for posts.
      if (call.name === 'probeStatus' && performance.now() < savesFailUntil) {
        throw new StoreUnavailableError('saves fail');
      }
      const provesRecovery = hasWritten && performance.now() >= savesFailUntil;
      if (failedAt !== undefined && beganAt >= failedAt && provesRecovery) {
        log('store_recovered');
        failedAt = undefined;
      }
      return result;
    } catch (error) {
      const isUnavailable = error instanceof StoreUnavailableError;
      if (isUnavailable && call.name === 'saveAll') {
        savesFailUntil = performance.now() + minute;
      }
      if (isUnavailable && failedAt === undefined) {
        log('store_failed', { error: error.message });
      }
      failedAt = isUnavailable ? performance.now() : failedAt;
      throw error;
    }
  }
}

/** Runs the operation of a call, unless the device that acts was removed. */
export async function runOperation(transaction: RequestTransaction, call: StoreCall): Promise<unknown> {
  const { name, parameters, device } = call;
  if (device !== undefined && !(await lockIfPaired(transaction, device))) {
    return deviceRemoved;
  }
  const operation = operations[name] as (...given: unknown[]) => Promise<unknown>;
  return operation(transaction, ...parameters);
}
