import { Buffer } from 'node:buffer';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import * as v from 'valibot';
import { fieldNames } from '../../../contract/contact-fields.ts';
import type { ContactRequest } from '../../../contract/contact-request.ts';
import { requestColumns, requestOf, toColumns } from '../field-text.ts';
import { idempotencyRecordOf } from '../idempotency.ts';
import { readHashKey } from '../schema.ts';
import { inTransaction } from './database.ts';
import { isAboutOneCall } from './transaction.ts';

export interface Copied {
  requests: number;
  /** How many of them will be emailed, marked as possible duplicates. */
  pending: number;
  /** Ids whose request, if there was one, cannot be read. */
  unreadable: number;
}

type Row = Record<string, SQLInputValue>;

/** More than any site has had: on a damaged page, the last id may be any number. */
const highestId = 100_000_000;

/**
 * Copies every request of a file, of this or an earlier release, into a new database. Only rows: triggers and
 * whatever else a file may hold stay behind. Leases end, and unsent requests are marked as possible
 * duplicates, because nobody knows what was emailed since. Throws at what cannot be read; with `skipsDamage`,
 * counts it.
 */
export function copyRequests(
  source: DatabaseSync,
  target: DatabaseSync,
  { skipsDamage }: { skipsDamage: boolean },
): Copied {
  const counts: Copied = { requests: 0, pending: 0, unreadable: 0 };
  const prepare = preparerOf(source);
  inTransaction(target, () => {
    const insert = inserter(target, {
      hashKey: adoptHashKey(target, read(readHashKey)),
      version: Number(read('pragma user_version')?.user_version),
    });
    const last = lastId();
    for (let id = 1; id <= last; id += 1) {
      const request = read('select * from requests where id = :id', { id }, () => {
        counts.unreadable += 1;
      });
      if (request) {
        const message = read('select * from outbox_messages where request_id = :id', { id });
        const record = read('select * from idempotency_records where request_id = :id', { id });
        // An overwritten page may yield rows that violate constraints.
        const isCopied =
          attempt(target, () => insert(request, message, record)) || attempt(target, () => insert(request));
        counts[isCopied ? 'requests' : 'unreadable'] += 1;
      }
    }
  });
  counts.pending = Number(
    target.prepare("select count(*) as count from outbox_messages where state in ('pending', 'filed')").get()
      ?.count,
  );
  return counts;

  function read(sql: string, parameters: Row = {}, onDamage?: () => void): Row | undefined {
    try {
      return prepare(sql).get(parameters);
    } catch (error) {
      if (!skipsDamage) {
        throw error;
      }
      onDamage?.();
      return undefined;
    }
  }

  /** Any of the trees that contain request ids may be the damaged one. */
  function lastId(): number {
    const ids = [
      read('select max(id) as id from requests'),
      read('select max(request_id) as id from outbox_messages'),
      read('select max(request_id) as id from idempotency_records'),
    ].map((row) => Number(row?.id ?? 0));
    return Math.min(Math.max(...ids), highestId);
  }
}

/** Prepares each statement once: it runs for every request. */
function preparerOf(database: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}

/** The old key keeps clients' retries recognizable. */
function adoptHashKey(target: DatabaseSync, installation: Row | undefined): string {
  const key = hexOf(installation?.hash_key);
  if (key !== undefined) {
    target.prepare('update installation set hash_key = :key').run({ key });
  }
  return String(target.prepare(readHashKey).get()?.hash_key);
}

/** Up to version 2, files hold hashes as bytes. */
function hexOf(hash: SQLInputValue | undefined): string | undefined {
  const text = hash instanceof Uint8Array ? Buffer.from(hash).toString('hex') : hash;
  return typeof text === 'string' && /^[\da-f]{64}$/.test(text) ? text : undefined;
}

/** In a savepoint of its own. A full disk is no reason to go on without a request. */
function attempt(target: DatabaseSync, insert: () => void): boolean {
  target.exec('savepoint one_request');
  try {
    insert();
    target.exec('release one_request');
    return true;
  } catch (error) {
    if (!isAboutOneCall(error)) {
      throw error;
    }
    target.exec('rollback to one_request');
    return false;
  }
}

/** Returns a function that inserts one request with its outbox message and idempotency record. */
function inserter(target: DatabaseSync, { hashKey, version }: { hashKey: string; version: number }) {
  const prepare = preparerOf(target);
  return (request: Row, message: Row = {}, record: Row = {}): void => {
    const { id = null, received_at = null, reference = null, language = null } = request;
    const fields = fieldsOf(request, version);
    insertRow('requests', { id, reference, received_at, language, ...toColumns(fields) });
    insertRow('outbox_messages', {
      request_id: id,
      ...messageOf(message, received_at),
      emergency: fields.service === 'emergency' ? 1 : 0,
    });
    const { key, contentHash } = idempotencyRecordOf({ fields, idempotencyKey: undefined }, hashKey);
    insertRow('idempotency_records', {
      key: record.key ?? key,
      content_hash: hexOf(record.content_hash) ?? contentHash,
      saved_at: record.saved_at ?? received_at,
      request_id: id,
    });
  };

  function insertRow(table: string, row: Row): void {
    const names = Object.keys(row);
    const columns = names.map((name) => `"${name}"`).join(', ');
    prepare(`insert into ${table} (${columns}) values (${names.map((name) => `:${name}`).join(', ')})`).run(
      row,
    );
  }
}

/** A field that a file of an earlier release has no column for is empty. */
function fieldsOf(request: Row, version: number): ContactRequest {
  const all = { ...Object.fromEntries(fieldNames.map((name) => [name, ''])), ...request };
  // Text of version 2 and older has no escapes.
  return version > 2
    ? requestOf(v.parse(requestColumns, all)).fields
    : (v.parse(v.object(v.entriesFromList(fieldNames, v.string())), all) as ContactRequest);
}

/** The columns of an outbox message, which had other names up to version 2. */
function messageOf(old: Row, receivedAt: SQLInputValue): Row {
  const state = old.state === undefined || old.state === 'sending' ? 'pending' : old.state;
  return {
    state,
    due_at: old.due_at ?? receivedAt,
    attempts: old.attempts ?? old.deferrals ?? 0,
    possible_duplicate: state === 'sent' ? (old.possible_duplicate ?? 0) : 1,
    refused: old.refused ?? old.excluded_from_digest ?? 0,
    remaining: old.remaining ?? null,
    result_code: old.result_code ?? old.smtp_code ?? null,
    delivered_at: old.delivered_at ?? old.sent_at ?? null,
    honeypot_filled: old.honeypot_filled ?? 0,
    round: old.round ?? 1,
    listed_at: old.listed_at ?? null,
  };
}
