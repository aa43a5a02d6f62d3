import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate for 127.0.0.1 and localhost, with its own CA that nobody else trusts. */
export function testCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string) => join(folder, name);
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30'.split(' ');
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    file('authority.key'),
    '-out',
    file('authority.pem'),
    '-subj',
    '/CN=authority',
  );
  openssl(
    ...['req', '-x509', ...key, '-keyout', file('key.pem'), '-out', file('certificate.pem')],
    ...['-CA', file('authority.pem'), '-CAkey', file('authority.key'), '-subj', '/CN=localhost'],
    ...[
      '-addext',
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
      '-addext',
      'basicConstraints=critical,CA:FALSE',
    ],
  );
  return { authority: file('authority.pem'), certificate: file('certificate.pem'), key: file('key.pem') };
}

function openssl(...parameters: string[]): void {
  execFileSync('openssl', parameters, { stdio: 'pipe' });
}
