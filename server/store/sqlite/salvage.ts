import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fieldNames } from '../../../contract/contact-fields.ts';
import type { ContactRequest } from '../../../contract/contact-request.ts';
import { idempotencyRecordOf } from '../idempotency.ts';
import { databaseFile, inTransaction, isDamage, openDatabase } from './database.ts';

/** What was recovered from a damaged database. */
export interface Salvage {
  /** Path of the unchanged damaged file. */
  copy: string;
  requests: number;
  /** How many of them will be emailed, marked as possible duplicates. */
  pending: number;
  /** Number of ids whose request, if there was one, cannot be read. */
  unreadable: number;
}

/**
 * Opens the database in a data folder. If it is damaged, sets it aside under a dated name and copies whatever
 * is readable into a new one: requests at night cannot wait for an engineer.
 */
export function openOrSalvage(folder: string, onSalvage: (salvage: Salvage) => void): DatabaseSync {
  try {
    return openDatabase(folder);
  } catch (error) {
    if (!isDamage(error)) {
      throw error;
    }
    salvageDamaged(folder, onSalvage);
    return openDatabase(folder);
  }
}

export function salvageDamaged(folder: string, onSalvage: (salvage: Salvage) => void): void {
  onSalvage(salvage(folder));
}

function salvage(folder: string): Salvage {
  const file = join(folder, databaseFile);
  const copy = `${file}.damaged-${new Date().toISOString().replaceAll(':', '')}`;
  const replacement = join(folder, `${databaseFile}.salvaged`);
  try {
    for (const end of ['', '-journal'].filter((candidate) => existsSync(file + candidate))) {
      copyFileSync(file + end, copy + end);
      sync(copy + end);
    }
    rmSync(replacement, { force: true });
    const counts = rescue(copy, folder, `${databaseFile}.salvaged`);
    rmSync(`${file}-journal`, { force: true });
    renameSync(replacement, file);
    rmSync(`${replacement}-journal`, { force: true });
    sync(folder);
    return { copy, ...counts };
  } catch (error) {
    // A full disk must not fill up with copies: the next opening retries.
    for (const leftover of [copy, `${copy}-journal`, replacement, `${replacement}-journal`]) {
      rmSync(leftover, { force: true });
    }
    throw error;
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function rescue(copy: string, folder: string, name: string): Omit<Salvage, 'copy'> {
  const damaged = new DatabaseSync(copy);
  const fresh = openDatabase(folder, name);
  try {
    return inTransaction(fresh, () => copyRows(damaged, fresh));
  } finally {
    damaged.close();
    fresh.close();
  }
}

type Row = Record<string, string | number | Uint8Array | null>;

function copyRows(damaged: DatabaseSync, fresh: DatabaseSync): Omit<Salvage, 'copy'> {
  const hashKey = adoptHashKey(damaged, fresh);
  const requests = readTable(damaged, 'requests', 'id');
  const messages = new Map(
    readTable(damaged, 'outbox_messages', 'request_id').rows.map((row) => [row.request_id, row]),
  );
  const records = new Map(readRecords(damaged).map((row) => [row.request_id, row]));
  const counts = { requests: 0, pending: 0, unreadable: requests.unreadable };
  for (const request of requests.rows) {
    const message = messages.get(request.id ?? 0);
    const insert = () => insertRequest(fresh, request, message, records.get(request.id ?? 0), hashKey);
    if (attempt(fresh, insert)) {
      counts.requests += 1;
      counts.pending += message?.state === 'sent' ? 0 : 1;
    } else {
      counts.unreadable += 1;
    }
  }
  fresh.prepare('update installation set unreadable = :unreadable').run({ unreadable: counts.unreadable });
  return counts;
}

/** The old key keeps clients' retries recognizable. */
function adoptHashKey(damaged: DatabaseSync, fresh: DatabaseSync): string {
  const ownKey = String(fresh.prepare('select hash_key from installation').get()?.hash_key);
  try {
    const key = hexOf(damaged.prepare('select hash_key from installation').get()?.hash_key) ?? ownKey;
    fresh.prepare('update installation set hash_key = :key').run({ key });
    return key;
  } catch {
    return ownKey;
  }
}

/** Files of version 1 hold hashes as bytes. */
function hexOf(hash: unknown): string | undefined {
  return hash instanceof Uint8Array ? Buffer.from(hash).toString('hex') : (hash as string | undefined);
}

/** Reads ranges, bisecting those that fail down to single ids. */
function readTable(damaged: DatabaseSync, table: string, key: string): { rows: Row[]; unreadable: number } {
  const rows: Row[] = [];
  let unreadable = 0;
  read(1, highestId(damaged));
  return { rows, unreadable };

  function read(from: number, to: number): void {
    if (from > to) {
      return;
    }
    try {
      const select = damaged.prepare(`select * from ${table} where ${key} between :from and :to`);
      rows.push(...(select.all({ from, to }) as Row[]));
    } catch {
      if (from === to) {
        unreadable += 1;
      } else {
        const middle = Math.floor((from + to) / 2);
        read(from, middle);
        read(middle + 1, to);
      }
    }
  }
}

/** Any of the B-trees containing request ids may be the damaged one. */
function highestId(damaged: DatabaseSync): number {
  const found = [
    'select max(id) as id from requests',
    'select max(request_id) as id from outbox_messages',
    'select max(request_id) as id from idempotency_records',
  ].map((sql) => {
    try {
      return Number(damaged.prepare(sql).get()?.id ?? 0);
    } catch {
      return 0;
    }
  });
  return Math.max(...found);
}

/** Reads from both ends up to the damaged page. */
function readRecords(damaged: DatabaseSync): Row[] {
  const rows: Row[] = [];
  for (const direction of ['asc', 'desc']) {
    try {
      for (const row of damaged
        .prepare(`select * from idempotency_records order by key ${direction}`)
        .iterate()) {
        rows.push(row as Row);
      }
      break;
    } catch {
      // What lies beyond the damaged page may be reachable from the other end.
    }
  }
  return rows;
}

/** In a savepoint: an overwritten page may yield rows that violate constraints. */
function attempt(fresh: DatabaseSync, insert: () => void): boolean {
  fresh.exec('savepoint one_request');
  try {
    insert();
    return true;
  } catch {
    fresh.exec('rollback to one_request');
    return false;
  } finally {
    fresh.exec('release one_request');
  }
}

function insertRequest(
  fresh: DatabaseSync,
  request: Row,
  message: Row | undefined,
  record: Row | undefined,
  hashKey: string,
): void {
  const columns = ['id', 'reference', 'received_at', 'language', ...fieldNames];
  insertRow(fresh, 'requests', Object.fromEntries(columns.map((name) => [name, request[name] ?? ''])));
  const isSent = message?.state === 'sent';
  insertRow(fresh, 'outbox_messages', {
    request_id: request.id ?? null,
    state: isSent ? 'sent' : 'pending',
    due_at: request.received_at ?? 0,
    // The damage makes its status uncertain.
    possible_duplicate: isSent ? 0 : 1,
    delivered_at: isSent ? (message.delivered_at ?? message.sent_at ?? 0) : null,
    honeypot_filled: message?.honeypot_filled ?? 0,
    emergency: request.service === 'emergency' ? 1 : 0,
    round: message?.round ?? 1,
  });
  const content = idempotencyRecordOf(
    { fields: request as unknown as ContactRequest, idempotencyKey: undefined },
    hashKey,
  );
  insertRow(fresh, 'idempotency_records', {
    key: record?.key ?? content.key,
    content_hash: hexOf(record?.content_hash) ?? content.contentHash,
    saved_at: record?.saved_at ?? request.received_at ?? 0,
    request_id: request.id ?? null,
  });
}

function insertRow(fresh: DatabaseSync, table: string, row: Row): void {
  const names = Object.keys(row);
  fresh
    .prepare(
      `insert into ${table} (${names.join(', ')}) values (${names.map((name) => `:${name}`).join(', ')})`,
    )
    .run(row);
}
