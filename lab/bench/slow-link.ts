/**
 * npm run bench -- slow-link: first paint, call link and largest paint over HTTP/1.1, 2 and 3 through a real
 * Caddy with deploy/Caddyfile, on a slow link with a slow CPU, each compared with a one-packet page over
 * HTTP/2 in the same run. Then how often the first response arrives in one flight, and how long a press on
 * "Request Service" takes to reach a form that React answers.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { median } from './median.ts';

const links = {
  '4G': { name: 'slow 4G', rtt: 150, kbit: 1600 },
  '3G': { name: 'slow 3G', rtt: 400, kbit: 400 },
};
type Link = (typeof links)['4G'];

const pages = ['/', '/about', '/es/'];
const runs = 9;
const flights = 20;
const processorSlowdown = 4;

/** IPs that slow-link.py assigns to the two ends. */
const serverAddress = '10.99.0.1';
const ports = { site: 8080, control: 8081 };
/** `site` and `control` behind Caddy; the site twice more over HTTP/1.1 behind encrypt.ts. */
const encryptedPorts = { site: 8443, control: 8444, shortRecords: 8445, longRecords: 8446 };
const namespaces = { server: 'bench-server', client: 'bench-client' };

const protocols = ['h1', 'h2', 'h3'] as const;
type Protocol = (typeof protocols)[number];
type Browsers = Record<Protocol, Browser>;

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
  if (spawnSync('caddy', ['version']).status !== 0) {
    console.log('   Not run: there is no caddy (apt-get install caddy).');
    return;
  }
  for (const link of Object.values(links)) {
    await withLink(link, (browsers) => comparePaints(link, browsers));
  }
  await withLink(links['3G'], (browsers) => countFlights(links['3G'], browsers));
  await withLink(links['4G'], (browsers) => timeForm(links['4G'], browsers));
}

async function comparePaints({ name, rtt, kbit }: Link, browsers: Browsers) {
  console.log(
    `   ${name}: ${rtt} ms, ${kbit} kbit/s, processor ÷ ${processorSlowdown}, median of ${runs}, interleaved`,
  );
  const loads: { label: string; protocol: Protocol; url: string; paints: Paint[] }[] = [
    { label: 'one packet h2', protocol: 'h2', url: address('control'), paints: [] },
    ...pages.flatMap((path) =>
      protocols.map((protocol) => ({
        label: `${path} ${protocol}`,
        protocol,
        url: address('site') + path,
        paints: [],
      })),
    ),
  ];
  for (let run = 0; run < runs; run += 1) {
    for (const { protocol, url, paints } of loads)
      paints.push(await paint(browsers[protocol], url, protocol));
  }
  const control = medians(loads[0]?.paints ?? []);
  for (const { label, paints } of loads) print(label, medians(paints), control);
}

/**
 * A response came in one flight if it took one round trip and its transmission, which for the longest of ours
 * is half a round trip. Another flight would be another round trip.
 */
async function countFlights({ name, rtt }: Link, browsers: Browsers) {
  console.log(`   First responses in one flight over ${name}, of ${flights}:`);
  const routes = [
    { label: 'Caddy, HTTP/2', server: 'site', protocol: 'h2' },
    { label: 'Caddy, HTTP/3', server: 'site', protocol: 'h3' },
    { label: 'HTTP/1.1, TLS records of 1,300 B', server: 'shortRecords', protocol: 'h1' },
    { label: 'HTTP/1.1, TLS records of 16 kB', server: 'longRecords', protocol: 'h1' },
  ] as const;
  for (const { label, server, protocol } of routes) {
    for (const path of ['/', '/es/']) {
      const lasted: number[] = [];
      for (let load = 0; load < flights; load += 1) {
        lasted.push(await responseTime(browsers[protocol], address(server) + path));
      }
      const inOne = lasted.filter((milliseconds) => milliseconds < 1.75 * rtt).length;
      const longest = Math.round(Math.max(...lasted));
      console.log(`   ${label}, ${path}: ${inOne} (longest ${longest} ms from request to last byte)`);
    }
  }
}

async function timeForm({ name }: Link, browsers: Browsers) {
  for (const protocol of ['h2', 'h3'] as const) {
    const answers: FormAnswer[] = [];
    for (let run = 0; run < runs; run += 1) {
      answers.push(await formAnswer(browsers[protocol], address('site')));
    }
    const took = median(answers.map(({ after }) => after));
    const busy = median(answers.map((answer) => answer.busy));
    console.log(
      `   From "Request Service" to a form that answers, ${name}, ${protocol}: ${Math.round(took)} ms, ` +
        `${Math.round(busy)} of them in long tasks, median of ${runs}`,
    );
  }
}

interface FormAnswer {
  /** Milliseconds from the press until React has taken over the form. */
  after: number;
  /** Milliseconds of that in tasks longer than 50 ms. */
  busy: number;
}

const formAnswer = (browser: Browser, url: string): Promise<FormAnswer> =>
  withPage(browser, async (page) => {
    await page.goto(url, { waitUntil: 'load' });
    // Read the page for a while: a press at once would compete with the pictures.
    await page.waitForTimeout(1_000);
    const link = page.locator('main a[href="/#contact"]').first();
    await link.hover();
    const answer = page.evaluate(
      () =>
        new Promise<FormAnswer>((resolve) => {
          let pressed = 0;
          const tasks: PerformanceEntry[] = [];
          new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' });
          addEventListener('click', () => (pressed = performance.now()), { capture: true, once: true });
          new MutationObserver(() => {
            if (document.querySelector('form[novalidate]') === null) return;
            const answered = performance.now();
            // The task that ends here is reported later.
            setTimeout(() => {
              const between = tasks.filter(
                ({ startTime }) => startTime >= pressed - 1 && startTime < answered,
              );
              const busy = between.reduce((sum, { duration }) => sum + duration, 0);
              resolve({ after: answered - pressed, busy });
            }, 500);
          }).observe(document, { attributes: true, subtree: true, attributeFilter: ['novalidate'] });
        }),
    );
    await page.mouse.down();
    await page.mouse.up();
    return await answer;
  });

const address = (server: keyof typeof encryptedPorts) => `https://${serverAddress}:${encryptedPorts[server]}`;

/** Runs the site, the control page, what encrypts them, and a browser per protocol at the two ends of a link. */
async function withLink({ rtt, kbit }: Link, use: (browsers: Browsers) => Promise<void>) {
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
    inside(server, [process.execPath, 'lab/bench/encrypt.ts', `${port}:${ports.site}`], {
      HOST: serverAddress,
      TLS_RECORD: record,
    });
  const short = encrypt(encryptedPorts.shortRecords, '1300');
  const long = encrypt(encryptedPorts.longRecords, '16384');
  const listening = [control, short, long].map(({ stdout }) => once(createInterface(stdout), 'line'));
  await Promise.all([...listening, siteListening(site.stdout)]);
  const caddy = startCaddy();
  const browsers = await startBrowsers(await keyOfCaddy());
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
function startCaddy() {
  const file = join(temporaryFolder(), 'Caddyfile');
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
    XDG_DATA_HOME: temporaryFolder(),
  });
}

/** SHA-256 of the public keys of Caddy's certificates, which its own authority signed. */
async function keyOfCaddy(): Promise<string> {
  const hashes: string[] = [];
  for (const server of ['site', 'control'] as const) {
    let hash: string | undefined;
    for (let attempt = 0; attempt < 50 && hash === undefined; attempt += 1) {
      await pause(200);
      const place = `${serverAddress}:${encryptedPorts[server]}`;
      const command = ['netns', 'exec', namespaces.server, 'openssl', 's_client', '-connect', place];
      const { stdout } = spawnSync('ip', command, { input: '', encoding: 'utf8' });
      if (stdout.includes('BEGIN CERTIFICATE')) {
        const key = new X509Certificate(stdout).publicKey.export({ type: 'spki', format: 'der' });
        hash = createHash('sha256').update(key).digest('base64');
      }
    }
    if (hash === undefined)
      throw new Error(`Caddy showed no certificate for ${address(server)} within 10 s.`);
    hashes.push(hash);
  }
  return hashes.join(',');
}

/**
 * A browser per protocol. HTTP/3 is forced, as the DNS HTTPS record of docs/running.md would on a first visit:
 * a browser without it would learn of HTTP/3 only from the first response.
 */
async function startBrowsers(keys: string): Promise<Browsers> {
  const executablePath = await browserInside(namespaces.client);
  const quic = `--origin-to-force-quic-on=${serverAddress}:${encryptedPorts.site}`;
  const switches = { h1: ['--disable-quic', '--disable-http2'], h2: ['--disable-quic'], h3: [quic] };
  const start = (protocol: Protocol) =>
    chromium.launch({
      executablePath,
      args: [
        ...['--no-sandbox', '--disable-gpu', '--ignore-certificate-errors'],
        `--ignore-certificate-errors-spki-list=${keys}`,
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

/** A page with an empty cache and no open connections. */
async function withPage<Result>(browser: Browser, use: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
  try {
    return await use(page);
  } finally {
    await context.close();
  }
}

/** What the browser calls a protocol in `nextHopProtocol` (IANA's ALPN protocol IDs). */
const alpn: Record<Protocol, string> = { h1: 'http/1.1', h2: 'h2', h3: 'h3' };

/** Milliseconds from navigation start to each paint. */
const paint = (browser: Browser, url: string, protocol: Protocol): Promise<Paint> =>
  withPage(browser, async (page) => {
    await page.addInitScript(() => {
      // Marks the call link for element timing as the parser inserts it.
      new MutationObserver(() => {
        document
          .querySelector('a[href^="tel:"] b:not([elementtiming])')
          ?.setAttribute('elementtiming', 'call');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(url, { waitUntil: 'load' });
    const { used, ...result } = await page.evaluate(async () => {
      const entries = (type: string) =>
        new Promise<PerformanceEntry[]>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
          setTimeout(resolve, 1_000, []);
        });
      const [first] = (await entries('paint')).filter(({ name }) => name === 'first-contentful-paint');
      const largest = (await entries('largest-contentful-paint')).at(-1);
      const call = (await entries('element'))[0] as (PerformanceEntry & { renderTime: number }) | undefined;
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return {
        first: first?.startTime ?? 0,
        largest: largest?.startTime ?? 0,
        call: call?.renderTime ?? 0,
        used: navigation?.nextHopProtocol,
      };
    });
    if (used !== alpn[protocol]) throw new Error(`${url} came over ${used}, not ${alpn[protocol]}.`);
    return result;
  });

/** Milliseconds from the request for a page to the last byte of its HTML. */
const responseTime = (browser: Browser, url: string): Promise<number> =>
  withPage(browser, async (page) => {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    return await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return navigation ? navigation.responseEnd - navigation.requestStart : Number.NaN;
    });
  });

const medians = (paints: Paint[]): Paint => ({
  first: median(paints.map(({ first }) => first)),
  largest: median(paints.map(({ largest }) => largest)),
  call: median(paints.map(({ call }) => call)),
});

function print(label: string, { first, largest, call }: Paint, control: Paint) {
  const of = (value: number, base: number) => `${Math.round(value)} ms (${(value / base).toFixed(2)}×)`;
  console.log(
    `   ${label.padEnd(13)} first paint ${of(first, control.first)}, call link ${of(call, control.call)}, largest ${of(largest, control.largest)}`,
  );
}
