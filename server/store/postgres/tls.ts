import { readFileSync } from 'node:fs';
import type { DatabaseServer } from '../../connection-urls.ts';
import { Misconfigured } from './errors.ts';

/** How to verify the server. Throws a sentence if its certificate authority cannot be used. */
export function tlsOptions({ tls, certificateAuthority }: DatabaseServer) {
  if (tls === 'off') {
    return false;
  }
  const isFile = certificateAuthority?.startsWith('-----BEGIN') === false;
  const ca = isFile ? readAuthority(certificateAuthority) : certificateAuthority;
  return { rejectUnauthorized: tls === 'verify', ...(ca === undefined ? {} : { ca }) };
}

function readAuthority(file: string): string {
  const problem = `DATABASE_URL: the certificate authority in sslrootcert=${file}`;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Misconfigured(`${problem} cannot be read by the server (${code})`, { cause: error });
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw new Misconfigured(`${problem} is not a certificate in PEM form`);
  }
  return text;
}
