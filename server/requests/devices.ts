import { randomBytes, randomInt } from 'node:crypto';
import { maxDevices, pairingLinkLifetime } from '../../contract/dispatch.ts';
import { day, minute } from '../clock.ts';
import type { Transaction } from '../queue/transaction.ts';
import { computeKeyedHash } from './keyed-hash.ts';
import { recordedActionsTable } from './recorded-actions.ts';
import { testRingCondition } from './test-rings.ts';

/** A paired phone or computer. Times are milliseconds since 1970. */
export interface StoredDevice {
  id: number;
  name: string;
  firstName: string;
  recipient: string | null;
  pairedAt: number;
  seenAt: number;
}

export interface DeviceDetails {
  name: string;
  firstName: string;
  recipient: string | null;
}

/** A device that hasn't used Dispatch for this long loses access. */
const maxUnusedTime = 90 * day;
/** The precision of `seenAt`. With an exact time, each request from a device would write to the database. */
const seenPrecision = 5 * minute;

function hashSecret({ hashKey }: Transaction, purpose: 'device' | 'pairing', secret: string): string {
  return computeKeyedHash(hashKey, `${purpose} ${secret}`);
}

/** Creates the token of a one-time link: 128 random bits, valid for 15 minutes. */
export async function createPairing(transaction: Transaction): Promise<{ token: string; expiresAt: number }> {
  const token = randomBytes(16).toString('base64url');
  const expiresAt = transaction.wallTime + pairingLinkLifetime;
  await transaction.query(insertPairingSql, {
    tokenHash: hashSecret(transaction, 'pairing', token),
    expiresAt,
  });
  return { token, expiresAt };
}

const insertPairingSql = 'insert into pairings (token_hash, expires_at) values (:tokenHash, :expiresAt)';

/** Returns when a pairing link expires, in milliseconds since 1970. Undefined if the link isn't valid. */
export async function findPairingExpiry(
  transaction: Transaction,
  token: string,
): Promise<number | undefined> {
  const [pairing] = await transaction.query<{ expiresAt: number }>(findExpirySql, {
    tokenHash: hashSecret(transaction, 'pairing', token),
    wallTime: transaction.wallTime,
    // A later time means that the clock was ahead.
    latest: transaction.wallTime + pairingLinkLifetime,
  });
  return pairing?.expiresAt;
}

const validPairingCondition = `
  token_hash = :tokenHash and used_at is null and expires_at > :wallTime and expires_at <= :latest`;
const findExpirySql = `select expires_at as "expiresAt" from pairings where ${validPairingCondition}`;

export type PairingResult =
  | { outcome: 'paired'; key: string; isNew: boolean }
  | { outcome: 'not_found' | 'too_many_devices' };

/**
 * Uses up a pairing link, and returns a key of 256 bits. A device that lost the response can ask again with the same
 * random `retryKey` and gets the same key. The link alone isn't enough to get the key again.
 */
export async function pairDevice(
  transaction: Transaction,
  { token, retryKey, ...details }: { token: string; retryKey?: string | undefined } & DeviceDetails,
): Promise<PairingResult> {
  const { query, wallTime, lock } = transaction;
  await lock('devices');
  const key =
    retryKey === undefined
      ? randomBytes(32).toString('base64url')
      : computeKeyedHash(transaction.hashKey, `key ${token} ${retryKey}`, 'base64url');
  if (retryKey !== undefined && (await findDevice(transaction, key)) !== undefined) {
    return { outcome: 'paired', key, isNew: false };
  }
  if ((await findPairingExpiry(transaction, token)) === undefined) {
    return { outcome: 'not_found' };
  }
  if ((await listDevices(transaction)).length >= maxDevices) {
    return { outcome: 'too_many_devices' };
  }
  await query(usePairingSql, { tokenHash: hashSecret(transaction, 'pairing', token), wallTime });
  const keyHash = hashSecret(transaction, 'device', key);
  await query(insertDeviceSql, { id: createDeviceId(), ...details, keyHash, wallTime });
  return { outcome: 'paired', key, isNew: true };
}

/**
 * Returns a random ID for a device. SQLite could reuse a removed device's ID, which a page or a request may still
 * contain. Nine digits are unique in practice, and can be typed in a terminal.
 */
const createDeviceId = () => randomInt(100_000_000, 1_000_000_000);

const usePairingSql = 'update pairings set used_at = :wallTime where token_hash = :tokenHash';
const insertDeviceSql = `
  insert into devices (id, name, first_name, recipient, key_hash, paired_at, seen_at)
  values (:id, :name, :firstName, :recipient, :keyHash, :wallTime, :wallTime)`;

const deviceColumns = `id, name, first_name as "firstName", recipient, paired_at as "pairedAt", seen_at as "seenAt"`;

/**
 * Returns the device that has a key. Doesn't reject unused devices, which `sweepDevices` removes: a rejected device
 * deletes its key permanently, and the clock may be wrong.
 */
export async function findDevice(transaction: Transaction, key: string): Promise<StoredDevice | undefined> {
  const keyHash = hashSecret(transaction, 'device', key);
  const [device] = await transaction.query<StoredDevice>(findDeviceSql, { keyHash });
  return device;
}

const findDeviceSql = `select ${deviceColumns} from devices where key_hash = :keyHash`;

/** Thrown instead of carrying out the action of a device that was removed. */
export class DeviceRemovedError extends Error {}

/** Returns whether a device is paired. If so, nobody can remove the device until the transaction's end. */
export async function lockIfPaired({ query, lock }: Transaction, id: number): Promise<boolean> {
  await lock('devices');
  return (await query('select id from devices where id = :id', { id })).length > 0;
}

/** Whether the next visit of a device should be recorded, because its `seenAt` is too imprecise (`seenPrecision`). */
export const isSeenAtStale = ({ seenAt }: StoredDevice, wallTime: number) =>
  Math.abs(wallTime - seenAt) >= seenPrecision;

/** Records that a device has used Dispatch. */
export async function recordVisit({ query, wallTime }: Transaction, id: number): Promise<void> {
  await query('update devices set seen_at = :wallTime where id = :id', { id, wallTime });
}

export function listDevices({ query }: Transaction): Promise<StoredDevice[]> {
  return query<StoredDevice>(`select ${deviceColumns} from devices order by paired_at, id`, {});
}

export async function updateDevice(
  { query }: Transaction,
  { id, ...details }: { id: number } & DeviceDetails,
): Promise<void> {
  await query(updateDeviceSql, { id, ...details });
}

const updateDeviceSql = `
  update devices set name = :name, first_name = :firstName, recipient = :recipient where id = :id`;

/**
 * Removes a device. The server rejects its next request. Unless `mayRemoveLast`, keeps the last device, so that the
 * owner can't lose access by accident.
 */
export async function removeDevice(
  transaction: Transaction,
  { id, mayRemoveLast = false }: { id: number; mayRemoveLast?: boolean },
): Promise<'removed' | 'last_device'> {
  await transaction.lock('devices');
  const devices = await listDevices(transaction);
  const isLast = devices.length === 1 && devices[0]?.id === id;
  if (isLast && !mayRemoveLast) {
    return 'last_device';
  }
  await transaction.query('delete from devices where id = :id', { id });
  await transaction.query(clearRemovedDevicesSql, {});
  return 'removed';
}

/**
 * Deletes pairing links a day after they expire, devices that haven't used Dispatch for 90 days, and old recorded
 * actions. Keeps each recipient's latest test ring, because Dispatch may show it however old it is.
 */
export async function sweepDevices({ query, wallTime }: Transaction): Promise<void> {
  await query('delete from pairings where expires_at < :before', { before: wallTime - day });
  await query('delete from devices where seen_at < :before', { before: wallTime - maxUnusedTime });
  await query(clearRemovedDevicesSql, {});
  await query(deleteOldActionsSql, { before: wallTime - day });
}

const deleteOldActionsSql = `
  delete from ${recordedActionsTable} where at < :before and not (${testRingCondition})`;

/** Clears the IDs of removed devices. Their users can then continue with another device (`markOnTheWay`). */
const clearRemovedDevicesSql = `
  update requests set taken_device = null
  where taken_device is not null and taken_device not in (select id from devices)`;
