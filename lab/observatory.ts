/**
 * Mozilla's HTTP Observatory against the built site, on this machine alone. By hand, as root (ports 80 and 443):
 *   npm install --ignore-scripts --omit=optional --prefix /tmp/observatory @mdn/mdn-http-observatory@1.4.8
 *   node lab/observatory.ts /tmp/observatory
 * The name it scans is led to 127.0.0.1, where a shim ends TLS and sends http to https, as a proxy does.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { startServer } from '../tests/support/start-server.ts';

const [observatory = '', part] = process.argv.slice(2);
const host = 'www.milemarkerdiesel.com';

if (part === 'scan') {
  const scanner = `${observatory}/node_modules/@mdn/mdn-http-observatory`;
  // Normally fetched from Chromium's sources: the preload list is empty here.
  writeFileSync(`${scanner}/conf/hsts-preload.json`, '{}');
  const { scan } = await import(`${scanner}/src/scanner/index.js`);
  const { scan: result, tests } = await scan(host);
  for (const [name, { result, scoreModifier }] of Object.entries<Finding>(tests)) {
    console.log(`${String(scoreModifier).padStart(4)}  ${name}: ${result}`);
  }
  console.log(
    `${result.grade}, ${result.score} points, ${result.testsPassed} of ${result.testsQuantity} tests`,
  );
  process.exit();
}

interface Finding {
  result: string;
  scoreModifier: number;
}

const folder = mkdtempSync(join(tmpdir(), 'observatory-'));
const [key, cert, preload] = ['key.pem', 'cert.pem', 'preload.mjs'].map((name) => join(folder, name));
const openssl = [
  ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${host}`],
  ...['-addext', `subjectAltName=DNS:${host}`, '-keyout', `${key}`, '-out', `${cert}`],
];
execFileSync('openssl', openssl, { stdio: 'ignore' });
writeFileSync(
  `${preload}`,
  `import dns from 'node:dns';
  const real = dns.lookup;
  dns.lookup = (name, options, done) => real('127.0.0.1', options, done);`,
);

const server = await startServer({ env: { SITE_URL: `https://${host}` } });
const { port } = new URL(server.url);
const shim = createTlsServer({ key: readFileSync(`${key}`), cert: readFileSync(`${cert}`) }, (visitor) => {
  const inner = connect(Number(port), '127.0.0.1');
  visitor.on('error', () => inner.destroy()).pipe(inner);
  inner.on('error', () => visitor.destroy()).pipe(visitor);
}).listen(443, '127.0.0.1');
const toHttps = createServer(({ url }, answer) => {
  answer.writeHead(308, { Location: `https://${host}${url}` }).end();
}).listen(80, '127.0.0.1');

spawn(process.execPath, ['--import', `${preload}`, import.meta.filename, observatory, 'scan'], {
  stdio: 'inherit',
  env: { ...process.env, NODE_EXTRA_CA_CERTS: cert },
}).once('exit', async (code) => {
  shim.close();
  toHttps.close();
  await server.stop();
  rmSync(folder, { recursive: true });
  process.exit(code ?? 1);
});
