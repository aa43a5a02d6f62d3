/**
 * npm run bench -- slow-link
 *
 * Measures the first paint, the call link, and the largest paint on a phone with a slow processor, over slow
 * links. Needs root, /dev/net/tun, and Caddy, which serves the pages over HTTP/3.
 */
import { execFileSync, spawn } from 'node:child_process';
import { hash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from '@playwright/test';
import { ensureBrowser } from '../../scripts/programs.mjs';
import { hasCaddy } from '../../tests/support/caddy.ts';
import { testCertificate } from '../../tests/support/certificate.ts';
import { createMemoryFolder } from '../../tests/support/memory-folder.ts';
import type { Figures } from '../figures.ts';
import { comparePages, openBrowser, runOnPhone, servePages } from './phone.ts';

export const slow3G = { name: 'slow 3G', rtt: 400, kbit: 400 };
const links = [{ name: 'slow 4G', rtt: 150, kbit: 1_600 }, slow3G];
const runs = 9;

/** The browser's network namespace. slow-link.py gives this end its address. */
const namespace = 'bench-phone';
export const site = 'https://10.99.0.1:18443';
/** Pages for comparison. Most sites use HTTP/2, and no page can beat one packet over HTTP/3. */
const baselines = {
  'one packet, HTTP/2': 'https://10.99.0.1:18444/',
  'one packet, HTTP/3': 'https://10.99.0.1:18445/',
};
/** The hosts that the browser must contact over HTTP/3. */
const forcedHosts = [site, baselines['one packet, HTTP/3']].map((url) => new URL(url).host);

type Upstreams = Awaited<ReturnType<typeof servePages>>;
type Certificate = ReturnType<typeof testCertificate>;

export async function benchSlowLink(): Promise<Figures> {
  requireCaddy();
  const figures: Figures = {};
  const folder = createMemoryFolder('slow-link');
  const certificate = testCertificate();
  const pages = await servePages();
  const caddy = await startCaddy(folder, pages, certificate);
  try {
    for (const link of links) {
      const found = await runOverLink(link, { folder, certificate }, (browser) =>
        comparePages(runs, site, baselines, (url) => measurePaints(browser, url)),
      );
      for (const [page, times] of Object.entries(found)) {
        figures[`${link.name}, ${page}`] = times;
      }
    }
  } finally {
    caddy.kill('SIGKILL');
    await pages.stop();
  }
  return figures;
}

/** Measures in a browser at the other end of a link, which trusts Caddy's certificate. */
export async function runOverLink<Result>(
  { rtt, kbit }: typeof slow3G,
  { folder, certificate }: { folder: string; certificate: Certificate },
  measure: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  execFileSync('ip', ['netns', 'add', namespace]);
  const program = [join(import.meta.dirname, 'slow-link.py'), namespace, `${rtt}`, `${kbit}`];
  const link = spawn('python3', program, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(createInterface(link.stdout), 'line');
    const executablePath = join(folder, 'browser');
    const script = `#!/bin/sh\nexec ip netns exec ${namespace} ${await ensureBrowser()} "$@"\n`;
    writeFileSync(executablePath, script, { mode: 0o755 });
    const browser = await openBrowser({
      executablePath,
      args: [
        // Real browsers learn of HTTP/3 from DNS (docs/going-live.md). The first response would be too late.
        `--origin-to-force-quic-on=${forcedHosts.join()}`,
        '--ignore-certificate-errors',
        `--ignore-certificate-errors-spki-list=${hashPublicKey(certificate)}`,
      ],
    });
    try {
      return await measure(browser);
    } finally {
      await browser.close();
    }
  } finally {
    link.kill('SIGKILL');
    execFileSync('ip', ['netns', 'del', namespace]);
  }
}

/** Measures the milliseconds from the navigation's start to each paint. */
const measurePaints = (browser: Browser, url: string) =>
  runOnPhone(browser, async (page) => {
    await page.addInitScript(() => {
      // Marks the call link for element timing as the parser inserts it.
      new MutationObserver(() => {
        const number = document.querySelector('main a[href^="tel:"] b:not([elementtiming])');
        number?.setAttribute('elementtiming', 'call');
      }).observe(document, { childList: true, subtree: true });
    });
    // Unfinished loads would delay the next page's connection.
    await page.goto(url, { waitUntil: 'networkidle' });
    const { protocol, ...times } = await page.evaluate(async () => {
      const entries = (type: string) =>
        new Promise<PerformanceEntry[]>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
        });
      const first = (await entries('paint')).find(({ name }) => name === 'first-contentful-paint');
      const [call] = (await entries('element')) as (PerformanceEntry & { renderTime: number })[];
      const largest = (await entries('largest-contentful-paint')).at(-1);
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return {
        protocol: navigation?.nextHopProtocol,
        'first paint': first?.startTime ?? 0,
        'call link': call?.renderTime ?? 0,
        'largest paint': largest?.startTime ?? 0,
      };
    });
    const expected = forcedHosts.includes(new URL(url).host) ? 'h3' : 'h2';
    if (protocol !== expected) {
      throw new Error(`${url} came over ${protocol}, not ${expected}.`);
    }
    return times;
  });

/** Without Caddy, prints a sentence and ends all benchmarks, before this one has started anything. */
export function requireCaddy(): void {
  if (!hasCaddy) {
    console.error('This benchmark needs Caddy. On Debian, install it with "apt-get install caddy".');
    process.exit(1);
  }
}

export async function startCaddy(folder: string, upstreams: Upstreams, { certificate, key }: Certificate) {
  const composeSite = (url: string, upstream: string) => `${new URL(url).origin} {
	tls ${certificate} ${key}
	reverse_proxy ${new URL(upstream).host}
}
`;
  const config = join(folder, 'Caddyfile');
  const options = '{\n\tadmin off\n\tdefault_sni localhost\n\tauto_https disable_redirects\n}\n';
  const controls = Object.values(baselines).map((url) => composeSite(url, upstreams.control));
  writeFileSync(config, options + composeSite(site, upstreams.site) + controls.join(''));
  const parameters = ['run', '--adapter', 'caddyfile', '--config', config];
  const caddy = spawn('caddy', parameters, { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface(caddy.stderr)) {
    if (line.includes('serving initial configuration')) {
      break;
    }
  }
  return caddy;
}

/** Returns the hash of a certificate's public key, which makes Chromium trust the certificate. */
function hashPublicKey({ certificate }: Certificate): string {
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  return hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'base64');
}
