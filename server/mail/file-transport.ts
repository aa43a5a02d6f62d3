import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attempt, Mail, Transport } from './transport.ts';

/** Writes each mail as `<reference>.eml`, for a copy of the site that has no mail server yet. */
export function fileTransport(folder: string): Transport {
  return { delivers: false, send: (mail) => write(folder, mail) };
}

/** Removes the files of requests that are purged. */
export async function removeMailFiles(folder: string, references: readonly string[]): Promise<void> {
  for (const reference of references) {
    await rm(mailFile(folder, reference), { force: true });
  }
}

async function write(folder: string, mail: Mail): Promise<Attempt> {
  const file = mailFile(folder, mail.reference);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, mail.bytes, { mode: 0o600 });
    await rename(`${file}.part`, file);
    return { outcome: 'filed', answer: 'file' };
  } catch (error) {
    return { outcome: 'unreachable', answer: (error as NodeJS.ErrnoException).code ?? 'unknown' };
  }
}

function mailFile(folder: string, reference: string): string {
  return join(folder, `${reference}.eml`);
}
