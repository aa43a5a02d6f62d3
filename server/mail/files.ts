import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attempt } from '../outbox/channel.ts';
import type { Email, Transport } from './transport.ts';

/** Where emails are written as files. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}

/** Writes each email to `<reference>.eml`, for an installation that has no mail server yet. */
export function fileTransport(folder: string): Transport {
  return { delivers: false, send: (email) => write(folder, email) };
}

/** Removes the files of purged requests. */
export async function removeEmailFiles(folder: string, references: readonly string[]): Promise<void> {
  for (const reference of references) {
    await rm(emailFile(folder, reference), { force: true });
  }
}

/** Runs at startup: a crash may leave a partial file, which no purge would find. */
export function removePartialFiles(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names.filter((candidate) => candidate.endsWith(partial))) {
    rmSync(join(folder, name), { force: true });
  }
}

const partial = '.eml.part';

async function write(folder: string, email: Email): Promise<Attempt> {
  const file = emailFile(folder, email.reference);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, email.bytes, { mode: 0o600 });
    await rename(`${file}.part`, file);
    return { outcome: 'filed', resultCode: 'file' };
  } catch (error) {
    return { outcome: 'unreachable', resultCode: (error as NodeJS.ErrnoException).code ?? 'unknown' };
  }
}

function emailFile(folder: string, reference: string): string {
  return join(folder, `${reference}.eml`);
}
