import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { OutgoingEmail, Transport } from './transport.ts';

export const getMailFolder = (dataDir: string) => join(dataDir, 'mail');

/** Writes emails to files like `7KQ2MA.eml` and `7KQ2MA-canceled.eml`, if no mail server or mail API is set up. */
export function createFileTransport(folder: string): Transport {
  return {
    canDeliver: false,
    send: async (email) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, `${email.reference}.eml`), await serializeEmail(email), { mode: 0o600 });
      // Print only to a terminal, because a visitor's words must not reach a log.
      if (process.stderr.isTTY) {
        process.stderr.write(`\n${email.subject}\n\n${email.text}\n`);
      }
      return {
        outcome: 'filed',
        resultCode: 'file',
        cause: "email isn't set up, so the email was only written to a file",
      };
    },
  };
}

/** Returns the whole message (RFC 5322). */
export async function serializeEmail(email: OutgoingEmail): Promise<Uint8Array> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  // In the TypeScript of Supabase's Deno, a Buffer is not a Uint8Array.
  const { message }: { message: unknown } = await composer.sendMail({ ...email });
  return message as Uint8Array;
}
