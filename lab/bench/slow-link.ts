/**
 * npm run bench -- slow-link: first paint, call link and largest paint over HTTP/3 through Caddy, on a slow link with
 * a slow processor. Each is compared with a page of one packet over HTTP/2 in the same run.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/programs.mjs';
import { testCertificate } from '../../tests/support/certificate.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { startServer } from '../../tests/support/start-server.ts';
import { type Figures, median } from '../figures.ts';
import { measuredPages, onePacket, onPhone } from './phone.ts';

const links = [
  { name: 'slow 4G', rtt: 150, kbit: 1600 },
  { name: 'slow 3G', rtt: 400, kbit: 400 },
];
const runs = 9;

/** The browsers' network namespace. slow-link.py gives this end its address. */
const namespace = 'bench-phone';
const address = '10.99.0.1';
const site = `https://${address}:18443`;
const control = `https://${address}:18444`;

const paints = ['first paint', 'call link', 'largest paint'] as const;

/** Needs root, /dev/net/tun and Caddy. */
export async function benchSlowLink(): Promise<Figures> {
  const figures: Figures = { 'median of': runs };
  const folder = memoryFolder('slow-link');
  const server = await startServer({ env: { TRUSTED_PROXY_HOPS: '1' } });
  const { caddy, key } = await startCaddy(folder, server.url);
  try {
    for (const { name, ...link } of links) {
      await withLink(link, folder, key, (h2, h3) => comparePaints(name, h2, h3, figures));
    }
  } finally {
    caddy.kill('SIGKILL');
    await server.stop();
  }
  return figures;
}

/** A browser for each protocol at the other end of a link. `key` makes them trust Caddy. */
async function withLink(
  { rtt, kbit }: { rtt: number; kbit: number },
  folder: string,
  key: string,
  use: (h2: Browser, h3: Browser) => Promise<void>,
) {
  execFileSync('ip', ['netns', 'add', namespace]);
  const script = join(import.meta.dirname, 'slow-link.py');
  const link = spawn('python3', [script, namespace, `${rtt}`, `${kbit}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface(link.stdout), 'line');
  const executablePath = join(folder, 'browser');
  const program = `#!/bin/sh\nexec ip netns exec ${namespace} ${await findBrowser()} "$@"\n`;
  writeFileSync(executablePath, program, { mode: 0o755 });
  const trust = [
    '--no-sandbox',
    '--ignore-certificate-errors',
    `--ignore-certificate-errors-spki-list=${key}`,
  ];
  // Browsers learn of HTTP/3 from DNS (docs/going-live.md): the first response would be too late.
  const quic = `--origin-to-force-quic-on=${new URL(site).host}`;
  const [h2, h3] = await Promise.all(
    ['--disable-quic', quic].map((protocol) =>
      chromium.launch({ executablePath, args: [...trust, protocol] }),
    ),
  );
  try {
    if (h2 && h3) await use(h2, h3);
  } finally {
    await Promise.all([h2?.close(), h3?.close()]);
    link.kill('SIGKILL');
    execFileSync('ip', ['netns', 'del', namespace]);
  }
}

async function comparePaints(link: string, h2: Browser, h3: Browser, figures: Figures) {
  const loads = [
    { label: 'one packet', browser: h2, url: control, protocol: 'h2' },
    ...measuredPages.map((path) => ({ label: path, browser: h3, url: site + path, protocol: 'h3' })),
  ].map((load) => ({ ...load, measured: [] as number[][] }));
  for (let run = 0; run < runs; run += 1) {
    for (const { browser, url, protocol, measured } of loads) {
      measured.push(await paintTimes(browser, url, protocol));
    }
  }
  const medians = loads.map(({ measured }) =>
    paints.map((_, kind) => median(measured.map((t) => t[kind] ?? 0))),
  );
  for (const [index, { label }] of loads.entries()) {
    figures[`${link}, ${label}`] = paints
      .map((paint, kind) => {
        const milliseconds = medians[index]?.[kind] ?? 0;
        return `${paint} ${Math.round(milliseconds)} ms (${(milliseconds / (medians[0]?.[kind] ?? 0)).toFixed(2)})`;
      })
      .join(', ');
  }
}

/** Milliseconds from the navigation's start to each of the paints. */
const paintTimes = (browser: Browser, url: string, protocol: string): Promise<number[]> =>
  onPhone(browser, async (page) => {
    await page.addInitScript(() => {
      // Marks the call link for element timing as the parser inserts it.
      new MutationObserver(() => {
        const number = document.querySelector('main a[href^="tel:"] b:not([elementtiming])');
        number?.setAttribute('elementtiming', 'call');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(url);
    const { times, used } = await page.evaluate(async () => {
      const entries = (type: string) =>
        new Promise<PerformanceEntry[]>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
        });
      const first = (await entries('paint')).find(({ name }) => name === 'first-contentful-paint');
      const [call] = (await entries('element')) as (PerformanceEntry & { renderTime: number })[];
      const largest = (await entries('largest-contentful-paint')).at(-1);
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return {
        times: [first?.startTime ?? 0, call?.renderTime ?? 0, largest?.startTime ?? 0],
        used: navigation?.nextHopProtocol,
      };
    });
    if (used !== protocol) throw new Error(`${url} came over ${used}, not ${protocol}.`);
    return times;
  });

/** Caddy in front of the site, and the page to compare with on another port. `key` is the hash of their public key. */
async function startCaddy(folder: string, upstream = '') {
  const { certificate, key } = testCertificate();
  const file = join(folder, 'Caddyfile');
  const tls = `tls ${certificate} ${key}`;
  writeFileSync(
    file,
    `{
	admin off
	default_sni localhost
	auto_https disable_redirects
}
${site} {
	${tls}
	reverse_proxy ${new URL(upstream).host}
}
${control} {
	${tls}
	header Content-Type "text/html; charset=utf-8"
	respond \`${onePacket}\`
}
`,
  );
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface(caddy.stderr)) {
    if (line.includes('serving initial configuration')) break;
  }
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  const hash = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }));
  return { caddy, key: hash.digest('base64') };
}
