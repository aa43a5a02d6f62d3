import { createHash } from 'node:crypto';
import { closeSync, fdatasync, openSync, readFileSync, writeSync } from 'node:fs';
import { fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';

/** A client's record of a request: before sending, and after the response. */
export interface LedgerEntry {
  key: string;
  content: string;
  /** Only after acknowledgement. */
  reference?: string;
}

export type Ledger = ReturnType<typeof openLedger>;

/** The clients' ledger, on disk before a client continues. Waiting lines share an fsync. */
export function openLedger(file: string) {
  const descriptor = openSync(file, 'a');
  let waiting: (() => void)[] = [];
  let syncing = false;

  return {
    file,
    /** Records a request, sends it, and records the reference if the answer has one. */
    async post<Answer extends { reference?: string } | undefined>(
      key: string,
      fields: ContactRequest,
      send: () => Promise<Answer>,
    ): Promise<Answer> {
      const content = contentOf(fields);
      await write({ key, content });
      const answer = await send();
      if (answer?.reference !== undefined) {
        await write({ key, content, reference: answer.reference });
      }
      return answer;
    },
    close: () => closeSync(descriptor),
  };

  function write(entry: LedgerEntry): Promise<void> {
    writeSync(descriptor, `${JSON.stringify(entry)}\n`);
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    sync();
    return promise;
  }

  function sync(): void {
    if (syncing || waiting.length === 0) {
      return;
    }
    syncing = true;
    const written = waiting;
    waiting = [];
    fdatasync(descriptor, (error) => {
      if (error) {
        throw error;
      }
      syncing = false;
      for (const resolve of written) {
        resolve();
      }
      sync();
    });
  }
}

/** The latest record of each key. */
export function readLedger(file: string): Map<string, LedgerEntry> {
  const entries = new Map<string, LedgerEntry>();
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const entry: LedgerEntry = JSON.parse(line);
    entries.set(entry.key, { ...entries.get(entry.key), ...entry });
  }
  return entries;
}

export function contentOf(fields: ContactRequest): string {
  return createHash('sha256')
    .update(JSON.stringify(fieldNames.map((name) => fields[name])))
    .digest('hex');
}
