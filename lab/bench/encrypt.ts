/**
 * TLS in front of a benchmark's servers, as in production: browsers only accept brotli over HTTPS, and the
 * handshake costs a round trip. `node encrypt.ts FROM TO` passes port FROM on to port TO, both on the IP in HOST,
 * in TLS records of TLS_RECORD bytes.
 */
import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
import { createServer } from 'node:tls';

const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout -'.split(' ');
// The private key and its certificate, both in PEM.
const secret = execFileSync('openssl', ['req', '-x509', ...key, '-out', '-', '-subj', '/CN=bench'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});

const host = process.env.HOST;
const [from, to] = process.argv.slice(2).map(Number);
const server = createServer({ key: secret, cert: secret, noDelay: true }, (visitor) => {
  visitor.setMaxSendFragment(Number(process.env.TLS_RECORD));
  const site = connect({ host, port: to ?? 0, noDelay: true });
  visitor.pipe(site).pipe(visitor);
  visitor.on('error', () => site.destroy());
  site.on('error', () => visitor.destroy());
});
server.listen(from, host, () => console.log('listening'));
