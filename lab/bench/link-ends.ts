/**
 * The two ends of a slow link: at one the site and a page of one packet behind Caddy, at the other a browser
 * per protocol.
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
import { business } from '../../content/business.ts';
import { phoneLink, printedPhone } from '../../content/phone-number.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { launchBrowser } from './phone.ts';

export const links = [
  { name: 'slow 4G', rtt: 150, kbit: 1600 },
  { name: 'slow 3G', rtt: 400, kbit: 400 },
];
export type Link = (typeof links)[number];

/** The IP that slow-link.py assigns to the servers' end, in a namespace where all ports are free. */
const serverAddress = '10.99.0.1';
const sitePort = 8080;
const encryptedPorts = { site: 8443, control: 8444 };
const namespaces = { server: 'bench-server', client: 'bench-client' };

/** As the browser calls them in `nextHopProtocol`. */
export const protocols = ['h2', 'h3'] as const;
export type Protocol = (typeof protocols)[number];
export type Browsers = Record<Protocol, Browser>;

export const address = (server: keyof typeof encryptedPorts) =>
  `https://${serverAddress}:${encryptedPorts[server]}`;

/** The baseline: a page of one packet with only a call link. */
const controlPage = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Control</title>
<style>a{font:2rem sans-serif}</style><h1 elementtiming="call"><a href="${phoneLink(business.phone)}"><b>${printedPhone(business.phone)}</b></a></h1>`;

/** Runs the site, Caddy and a browser per protocol at the two ends of a link. Needs root. */
export async function withLink({ rtt, kbit }: Link, use: (browsers: Browsers) => Promise<void>) {
  for (const name of Object.values(namespaces)) {
    execFileSync('sh', ['-c', `ip netns del ${name} 2>/dev/null; ip netns add ${name}`]);
  }
  const { server, client } = namespaces;
  const script = join(import.meta.dirname, 'slow-link.py');
  const link = spawn('python3', [script, server, client, `${rtt}`, `${kbit}`]);
  await once(createInterface(link.stdout), 'line');
  const site = inside(server, [process.execPath, 'server/main.ts'], {
    HOST: serverAddress,
    PORT: `${sitePort}`,
    DATA_DIR: temporaryFolder(),
    TRUSTED_PROXY_HOPS: '1',
  });
  await siteListening(site.stdout);
  const dataHome = temporaryFolder();
  const caddy = startCaddy(dataHome);
  const browsers = await startBrowsers(await keyOfCaddy(dataHome));
  try {
    await use(browsers);
  } finally {
    for (const protocol of protocols) await browsers[protocol].close();
    for (const child of [caddy, site, link]) child.kill('SIGKILL');
    for (const name of Object.values(namespaces)) execFileSync('ip', ['netns', 'del', name]);
  }
}

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'bench-'));

/** Caddy with the Caddyfile of the docs, and the page to compare with on another port. */
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
	header Content-Type "text/html; charset=utf-8"
	respond \`${controlPage}\`
}
`,
  );
  return inside(namespaces.server, ['caddy', 'run', '--adapter', 'caddyfile', '--config', file], {
    SITE_HOST: address('site'),
    UPSTREAM: `${serverAddress}:${sitePort}`,
    XDG_DATA_HOME: dataHome,
  });
}

/** SHA-256 of the public key of Caddy's certificate, one for both ports, which its own authority signs. */
async function keyOfCaddy(dataHome: string): Promise<string> {
  const certificate = join(dataHome, `caddy/certificates/local/${serverAddress}/${serverAddress}.crt`);
  while (!existsSync(certificate)) {
    await pause(50);
  }
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

/**
 * HTTP/3 is forced, as the DNS HTTPS record of docs/going-live.md does on a first visit: a browser without it
 * would learn of HTTP/3 only from the first response.
 */
async function startBrowsers(key: string): Promise<Browsers> {
  const executablePath = await browserInside(namespaces.client);
  const start = (...args: string[]) =>
    launchBrowser({
      executablePath,
      args: ['--disable-gpu', '--ignore-certificate-errors', ...args],
    });
  const trust = `--ignore-certificate-errors-spki-list=${key}`;
  const quic = `--origin-to-force-quic-on=${serverAddress}:${encryptedPorts.site}`;
  const [h2, h3] = await Promise.all([start(trust, '--disable-quic'), start(trust, quic)]);
  return { h2, h3 };
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
