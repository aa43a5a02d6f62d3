/**
 * npm run bench -- slow-link: times of the number, first paint and largest paint over a slow link with a slow
 * CPU, compared with a one-packet page in the same run.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { median } from './median.ts';

const links = [
  { name: 'slow 4G', rtt: 150, kbit: 1600 },
  { name: 'slow 3G', rtt: 400, kbit: 400 },
];
const pages = ['/', '/about', '/es/', '/es/about'];
const runs = 5;
const processorSlowdown = 4;

/** IPs that slow-link.py assigns to the two ends. */
const serverAddress = '10.99.0.1';
const ports = { site: 8080, control: 8081 };
const encryptedPorts = { site: 8443, control: 8444 };
const namespaces = { server: 'bench-server', client: 'bench-client' };

interface Paint {
  first: number;
  largest: number;
  call: number;
}

export async function benchSlowLink(): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/dev/net/tun')) {
    console.log('   Not run: a delayed link between two network namespaces needs root and /dev/net/tun.');
    return;
  }
  for (const link of links) {
    await withLink(link, async (browser) => {
      console.log(
        `   ${link.name}: ${link.rtt} ms, ${link.kbit} kbit/s, processor ÷ ${processorSlowdown}, median of ${runs}`,
      );
      const paths = ['control', ...pages];
      const paints = new Map<string, Paint[]>(paths.map((path) => [path, []]));
      for (let run = 0; run < runs; run += 1) {
        for (const path of paths) {
          const url = path === 'control' ? address('control') : address('site') + path;
          paints.get(path)?.push(await paint(browser, url));
        }
      }
      const control = medians(paints.get('control') ?? []);
      for (const path of paths) {
        print(path, medians(paints.get(path) ?? []), control);
      }
    });
  }
}

const address = (server: keyof typeof encryptedPorts) => `https://${serverAddress}:${encryptedPorts[server]}`;

/** Runs the site, the control page and a browser at the two ends of a link. */
async function withLink({ rtt, kbit }: (typeof links)[number], use: (browser: Browser) => Promise<void>) {
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
  const site = inside(server, ['server/main.ts'], {
    HOST: serverAddress,
    PORT: `${ports.site}`,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'bench-')),
  });
  const control = inside(server, ['lab/bench/control-page.ts'], {
    HOST: serverAddress,
    PORT: `${ports.control}`,
  });
  const pairs = [`${encryptedPorts.site}:${ports.site}`, `${encryptedPorts.control}:${ports.control}`];
  const encryption = inside(server, ['lab/bench/encrypt.ts', ...pairs], { HOST: serverAddress });
  const listening = [control, encryption].map(({ stdout }) => once(createInterface(stdout), 'line'));
  await Promise.all([...listening, siteListening(site.stdout)]);
  const browser = await chromium.launch({
    executablePath: await browserInside(client),
    args: ['--no-sandbox', '--disable-gpu', '--ignore-certificate-errors'],
  });
  try {
    await use(browser);
  } finally {
    await browser.close();
    for (const child of [site, control, encryption, link]) child.kill('SIGKILL');
    for (const name of Object.values(namespaces)) execFileSync('ip', ['netns', 'del', name]);
  }
}

function inside(namespace: string, program: string[], env: Record<string, string>) {
  const command = ['netns', 'exec', namespace, process.execPath, ...program];
  return spawn('ip', command, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function siteListening(output: NodeJS.ReadableStream) {
  for await (const line of createInterface(output)) {
    if (line.includes('"listening"')) return;
  }
}

/** A command that starts the browser at the client's end. */
async function browserInside(namespace: string): Promise<string> {
  const program = join(mkdtempSync(join(tmpdir(), 'bench-')), 'browser');
  writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${namespace} ${await findBrowser()} "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}

/** Milliseconds from navigation start to each paint, with an empty cache and no open connections. */
async function paint(browser: Browser, url: string): Promise<Paint> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
  await page.addInitScript(() => {
    // Marks the call link for element timing as the parser inserts it.
    new MutationObserver(() => {
      document.querySelector('a[href^="tel:"] b:not([elementtiming])')?.setAttribute('elementtiming', 'call');
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(url, { waitUntil: 'load' });
  const result = await page.evaluate(async () => {
    const entries = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
        setTimeout(resolve, 1_000, []);
      });
    const [first] = (await entries('paint')).filter(({ name }) => name === 'first-contentful-paint');
    const largest = (await entries('largest-contentful-paint')).at(-1);
    const call = (await entries('element'))[0] as (PerformanceEntry & { renderTime: number }) | undefined;
    return { first: first?.startTime ?? 0, largest: largest?.startTime ?? 0, call: call?.renderTime ?? 0 };
  });
  await context.close();
  return result;
}

const medians = (paints: Paint[]): Paint => ({
  first: median(paints.map(({ first }) => first)),
  largest: median(paints.map(({ largest }) => largest)),
  call: median(paints.map(({ call }) => call)),
});

function print(path: string, { first, largest, call }: Paint, control: Paint) {
  const of = (value: number, base: number) => `${Math.round(value)} ms (${(value / base).toFixed(2)}×)`;
  console.log(
    `   ${path.padEnd(10)} first paint ${of(first, control.first)}, call link ${of(call, control.call)}, largest ${of(largest, control.largest)}`,
  );
}
