/**
 * TLS in front of a benchmark's servers, as in production: browsers only accept brotli over HTTPS, and the
 * handshake costs a round trip. `node encrypt.ts FROM TO` passes port FROM on to port TO, both on the IP in HOST,
 * in TLS records of TLS_RECORD bytes.
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
const [from, to] = process.argv.slice(2).map(Number);
const secret = { key: readFileSync(keyFile), cert: readFileSync(certFile), noDelay: true };
const server = createServer(secret, (visitor) => {
  visitor.setMaxSendFragment(Number(process.env.TLS_RECORD));
  const site = connect({ host, port: to ?? 0, noDelay: true });
  visitor.pipe(site).pipe(visitor);
  visitor.on('error', () => site.destroy());
  site.on('error', () => visitor.destroy());
});
server.listen(from, host, () => console.log('listening'));
