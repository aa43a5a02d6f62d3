/**
 * The two ends of a slow link: at one the site and a control page behind Caddy, at the other a browser per
 * protocol.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { launchBrowser } from './phone.ts';

export const links = {
  '4G': { name: 'slow 4G', rtt: 150, kbit: 1600 },
  '3G': { name: 'slow 3G', rtt: 400, kbit: 400 },
};
export type Link = (typeof links)['4G'];

/** IPs that slow-link.py assigns to the two ends. */
const serverAddress = '10.99.0.1';
const ports = { site: 8080, control: 8081 };
/** `site` and `control` behind Caddy; the site twice more over HTTP/1.1 behind encrypt.ts. */
const encryptedPorts = { site: 8443, control: 8444, shortRecords: 8445, longRecords: 8446 };
const namespaces = { server: 'bench-server', client: 'bench-client' };

export const protocols = ['h1', 'h2', 'h3'] as const;
export type Protocol = (typeof protocols)[number];
export type Browsers = Record<Protocol, Browser>;

export const address = (server: keyof typeof encryptedPorts) =>
  `https://${serverAddress}:${encryptedPorts[server]}`;

/** Runs the site, the control page, what encrypts them, and a browser per protocol at the two ends of a link. */
export async function withLink({ rtt, kbit }: Link, use: (browsers: Browsers) => Promise<void>) {
  for (const name of Object.values(namespaces)) {
    execFileSync('sh', ['-c', `ip netns del ${name} 2>/dev/null; ip netns add ${name}`]);
  }
  const { server, client } = namespaces;
  const link = spawn('python3', [
    join(import.meta.dirname, 'slow-link.py'),
    server,
    client,
    `${rtt}`,
    `${kbit}`,
  ]);
  await once(createInterface(link.stdout), 'line');
  const site = inside(server, [process.execPath, 'server/main.ts'], {
    HOST: serverAddress,
    PORT: `${ports.site}`,
    DATA_DIR: temporaryFolder(),
    TRUSTED_PROXY_HOPS: '1',
  });
  const control = inside(server, [process.execPath, 'lab/bench/control-page.ts'], {
    HOST: serverAddress,
    PORT: `${ports.control}`,
  });
  const encrypt = (port: number, record: string) =>
    inside(server, [process.execPath, 'lab/bench/encrypt.ts', `${port}`, `${ports.site}`], {
      HOST: serverAddress,
      TLS_RECORD: record,
    });
  const short = encrypt(encryptedPorts.shortRecords, '1300');
  const long = encrypt(encryptedPorts.longRecords, '16384');
  const listening = [control, short, long].map(({ stdout }) => once(createInterface(stdout), 'line'));
  await Promise.all([...listening, siteListening(site.stdout)]);
  const dataHome = temporaryFolder();
  const caddy = startCaddy(dataHome);
  const browsers = await startBrowsers(await keyOfCaddy(dataHome));
  try {
    await use(browsers);
  } finally {
    for (const protocol of protocols) await browsers[protocol].close();
    for (const child of [caddy, site, control, short, long, link]) child.kill('SIGKILL');
    for (const name of Object.values(namespaces)) execFileSync('ip', ['netns', 'del', name]);
  }
}

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'bench-'));

/** Caddy with the Caddyfile of the docs, and the control page beside it. */
function startCaddy(dataHome: string) {
  const file = join(dataHome, 'Caddyfile');
  writeFileSync(
    file,
    `{
	default_sni ${serverAddress}
	skip_install_trust
	auto_https disable_redirects
}
import ${join(import.meta.dirname, '../../deploy/Caddyfile')}
${address('control')} {
	reverse_proxy ${serverAddress}:${ports.control}
}
`,
  );
  return inside(namespaces.server, ['caddy', 'run', '--adapter', 'caddyfile', '--config', file], {
    SITE_HOST: address('site'),
    UPSTREAM: `${serverAddress}:${ports.site}`,
    XDG_DATA_HOME: dataHome,
  });
}

/** SHA-256 of the public key of Caddy's certificate, one for all ports, which its own authority signs. */
async function keyOfCaddy(dataHome: string): Promise<string> {
  const certificate = join(dataHome, `caddy/certificates/local/${serverAddress}/${serverAddress}.crt`);
  for (let tries = 0; !existsSync(certificate); tries += 1) {
    if (tries > 200) throw new Error('Caddy made no certificate within 10 s.');
    await pause(50);
  }
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

/**
 * A browser per protocol. HTTP/3 is forced, as the DNS HTTPS record of docs/running.md would on a first visit:
 * a browser without it would learn of HTTP/3 only from the first response.
 */
async function startBrowsers(key: string): Promise<Browsers> {
  const executablePath = await browserInside(namespaces.client);
  const quic = `--origin-to-force-quic-on=${serverAddress}:${encryptedPorts.site}`;
  const switches = { h1: ['--disable-quic', '--disable-http2'], h2: ['--disable-quic'], h3: [quic] };
  const start = (protocol: Protocol) =>
    launchBrowser({
      executablePath,
      args: [
        '--disable-gpu',
        '--ignore-certificate-errors',
        `--ignore-certificate-errors-spki-list=${key}`,
        ...switches[protocol],
      ],
    });
  const [h1, h2, h3] = await Promise.all([start('h1'), start('h2'), start('h3')]);
  return { h1, h2, h3 };
}

function inside(namespace: string, command: string[], env: Record<string, string>) {
  return spawn('ip', ['netns', 'exec', namespace, ...command], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function siteListening(output: NodeJS.ReadableStream) {
  for await (const line of createInterface(output)) {
    if (line.includes('"listening"')) return;
  }
}

/** A command that starts the browser at the client's end. */
async function browserInside(namespace: string): Promise<string> {
  const program = join(temporaryFolder(), 'browser');
  writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${namespace} ${await findBrowser()} "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}
