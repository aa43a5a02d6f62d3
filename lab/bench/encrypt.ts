/**
 * TLS in front of a benchmark's servers, as in production: browsers only accept brotli over HTTPS, and the
 * handshake costs a round trip. `node encrypt.ts FROM:TO …`, listening on the IP in HOST.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'.split(' ');
const files = ['-keyout', keyFile, '-out', certFile];
execFileSync('openssl', ['req', '-x509', ...key, ...files, '-subj', '/CN=bench'], { stdio: 'ignore' });

const host = process.env.HOST;
for (const pair of process.argv.slice(2)) {
  const [from, to] = pair.split(':').map(Number);
  const secret = { key: readFileSync(keyFile), cert: readFileSync(certFile), noDelay: true };
  const server = createServer(secret, (visitor) => {
    // A record is only readable once complete, so use short ones, like proxies with dynamic record sizing
    // (docs/running.md). TLS_RECORD=16384 shows the cost of long ones.
    visitor.setMaxSendFragment(Number(process.env.TLS_RECORD ?? 1_300));
    const site = connect({ host, port: to ?? 0, noDelay: true });
    visitor.pipe(site).pipe(visitor);
    visitor.on('error', () => site.destroy());
    site.on('error', () => visitor.destroy());
  });
  server.listen(from, host, () => console.log('listening'));
}
