import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Email, Transport } from './transport.ts';

export const mailFolder = (dataDir: string) => join(dataDir, 'mail');

/** Writes each email to `<reference>.eml`, for an installation that has no mail server yet. */
export function fileTransport(folder: string): Transport {
  return {
    delivers: false,
    send: async (email) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, `${email.reference}.eml`), await bytesOf(email), { mode: 0o600 });
      // Only for a person at the terminal: no visitor's words may reach a log.
      if (process.stderr.isTTY) process.stderr.write(`\n${email.subject}\n\n${email.text}\n`);
      return {
        outcome: 'filed',
        resultCode: 'file',
        cause: 'there is no mail setting, so it is only a file',
      };
    },
  };
}

/** The whole message (RFC 5322). */
export async function bytesOf(email: Email): Promise<Uint8Array> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  // In the TypeScript of Supabase's Deno a Buffer is no Uint8Array.
  const { message }: { message: unknown } = await composer.sendMail({ ...email });
  return message as Uint8Array;
}
