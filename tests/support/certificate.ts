import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate for 127.0.0.1 and localhost, with its own CA that nobody else trusts. */
export function testCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const files = ['authority.pem', 'authority.key', 'certificate.pem', 'key.pem'];
  const [authority = '', authorityKey = '', certificate = '', key = ''] = files.map((name) =>
    join(folder, name),
  );
  create('/CN=authority', authority, authorityKey);
  create('/CN=localhost', certificate, key, [
    ...['-CA', authority, '-CAkey', authorityKey, '-addext', 'basicConstraints=critical,CA:FALSE'],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
  ]);
  return { authority, certificate, key };
}

function create(subject: string, certificate: string, key: string, more: string[] = []): void {
  const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30'.split(' ');
  const files = ['-keyout', key, '-out', certificate, '-subj', subject];
  execFileSync('openssl', ['req', ...kind, ...files, ...more], { stdio: 'pipe' });
}
