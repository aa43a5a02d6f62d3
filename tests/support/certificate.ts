import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a self-signed certificate for 127.0.0.1 and localhost. Only programs that are given it trust it. */
export function testCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30'.split(' ');
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const files = ['-addext', 'basicConstraints=critical,CA:FALSE', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', ...kind, ...names, ...files], { stdio: 'pipe' });
  return { authority: certificate, certificate, key };
}
