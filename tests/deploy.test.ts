import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contactPath } from '../contract/contact-fields.ts';
import { findBrowser } from '../scripts/browser.mjs';
import { startsProcess } from '../scripts/time-limits.mjs';
import { caddy, hasCaddy, startCaddy } from './support/caddy.ts';
import { exampleRequest } from './support/example-request.ts';
import { type InProcessServer, startInProcess } from './support/start-in-process.ts';

const root = join(import.meta.dirname, '..');
const service = readFileSync(join(root, 'deploy/diesel-site.service'), 'utf8');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

// Tests without their tools are skipped, never passed.

describe.skipIf(!hasSystemd)('systemd', () => {
  /** The unit files as on a machine with the project installed. */
  const folder = mkdtempSync(join(tmpdir(), 'units-'));
  const units = globSync('deploy/*.{service,timer}', { cwd: root }).map((file) => {
    const unit = join(folder, basename(file));
    writeFileSync(unit, readFileSync(join(root, file), 'utf8').replaceAll('/opt/diesel-site/current', root));
    return unit;
  });

  test('accepts every unit', startsProcess, () => {
    expect(units).toHaveLength(3);
    const { stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', ...units], {
      encoding: 'utf8',
    });
    expect(`${stdout}${stderr}`).toBe('');
    expect(status).toBe(0);
  });

  test.each(units.filter((unit) => unit.endsWith('.service')))(
    'leaves a break-in into %s next to nothing: an exposure of at most 1.5 of 10',
    startsProcess,
    (unit) => {
      const printed = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
        encoding: 'utf8',
      });
      expect(Number(/Overall exposure level for .*: ([\d.]+)/.exec(printed)?.[1])).toBeLessThanOrEqual(1.5);
    },
  );
});

test('install.sh is valid, and uses the folder and the settings of the units', () => {
  const file = join(root, 'deploy/install.sh');
  expect(spawnSync('sh', ['-n', file]).status).toBe(0);
  const script = readFileSync(file, 'utf8');
  expect(service).toContain(`WorkingDirectory=${/^place=(.+)$/m.exec(script)?.[1]}/current\n`);
  expect(service).toContain(`EnvironmentFile=-${/^settings=(.+)$/m.exec(script)?.[1]}\n`);
  // Anywhere else it changes nothing.
  const { status, stderr } = spawnSync('sh', [file], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/root|must be in/) });
});

describe('install.sh', () => {
  const caddyfile = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8');

  /** Runs the script with every path in a folder of its own, on tools that only succeed. */
  function installWith(siteUrl: string, before = '# The example of Debian: root * /usr/share/caddy\n') {
    const folder = mkdtempSync(join(tmpdir(), 'install-'));
    const within = (path: string) => join(folder, path);
    const write = (path: string, text: string, mode = 0o644) => {
      mkdirSync(dirname(within(path)), { recursive: true });
      writeFileSync(within(path), text, { mode });
    };
    const script = readFileSync(join(root, 'deploy/install.sh'), 'utf8');
    write('opt/diesel-site/deploy/install.sh', script.replaceAll(/\/(etc|opt|var)\//g, `${folder}/$1/`));
    write('opt/diesel-site/deploy/Caddyfile', caddyfile);
    write('opt/diesel-site/deploy/upgrade.sh', '#!/bin/sh\nupgrade "$@"\n', 0o755);
    for (const unit of ['x.service', 'x.timer']) write(`opt/diesel-site/deploy/${unit}`, '');
    write('etc/systemd/system/ours', '');
    write('etc/caddy/Caddyfile', before);
    write('etc/diesel-site.env', `SITE_URL=${siteUrl}\n`);
    for (const tool of ['upgrade', 'systemctl']) {
      write(`tools/${tool}`, `#!/bin/sh\necho ${tool} "$@" >> ${within('called')}\n`, 0o755);
    }
    write('tools/id', '#!/bin/sh\necho 0\n', 0o755);
    const { status, stderr } = spawnSync('sh', [within('opt/diesel-site/deploy/install.sh')], {
      encoding: 'utf8',
      env: { PATH: `${within('tools')}:${process.env.PATH}` },
    });
    const called = existsSync(within('called')) ? readFileSync(within('called'), 'utf8').split('\n') : [];
    return { status, stderr, called, caddyfile: readFileSync(within('etc/caddy/Caddyfile'), 'utf8') };
  }

  test.each([
    ['https://www.example.com', 'www.example.com', 'example.com'],
    ['https://www.example.com/', 'www.example.com', 'example.com'],
    ['https://example.com', 'example.com', 'www.example.com'],
  ])('serves %s with Caddy, and sends the other name there', (siteUrl, host, other) => {
    const first = installWith(siteUrl);
    expect(first).toEqual({
      status: 0,
      stderr: '',
      called: expect.arrayContaining(['upgrade HEAD', 'systemctl reload-or-restart caddy']),
      caddyfile: caddyfile.replaceAll('{$SITE_HOST}', host).replaceAll('{$OTHER_HOST}', other),
    });
    // A second run replaces what the first one wrote.
    expect(installWith(siteUrl, first.caddyfile)).toEqual(first);
  });

  test('leaves a Caddyfile with other sites alone', () => {
    expect(installWith('https://www.example.com', 'shop.example.com {\n}\n')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has other sites'),
      called: [],
      caddyfile: 'shop.example.com {\n}\n',
    });
  });

  test.each(['', 'http://www.example.com', 'https://', 'https:///', 'https://a.example/shop', 'https://a&b'])(
    'refuses "%s" before it changes anything',
    (siteUrl) => {
      expect(installWith(siteUrl)).toEqual({
        status: 1,
        stderr: expect.stringContaining('SITE_URL=https://www.example.com'),
        called: [],
        caddyfile: expect.stringContaining('The example of Debian'),
      });
    },
  );
});

test('the unit restarts forever, and protects the data from everybody else', () => {
  for (const line of [
    'Restart=always',
    'StartLimitIntervalSec=0',
    'DynamicUser=yes',
    'StateDirectoryMode=0700',
  ]) {
    expect(service.split('\n')).toContain(line);
  }
  // Longer than the server's own shutdown.
  expect(Number(/TimeoutStopSec=(\d+)s/.exec(service)?.[1])).toBeGreaterThan(10);
});

test('unit and container give Node the memory settings of npm run serve', () => {
  const container = readFileSync(join(root, 'Dockerfile'), 'utf8');
  for (const file of [service, container, readFileSync(join(root, 'package.json'), 'utf8')]) {
    expect(file).toContain('NODE_OPTIONS=--max-semi-space-size=1 MALLOC_ARENA_MAX=2');
  }
});

describe.skipIf(!hasCaddy)('behind Caddy', () => {
  let server: InProcessServer;
  let proxy: Awaited<ReturnType<typeof startCaddy>>;

  beforeAll(async () => {
    const env = { LIMITS: 'on', TRUSTED_PROXY_HOPS: '1', SITE_URL: 'https://localhost' };
    server = await startInProcess(env);
    proxy = await startCaddy(server.url);
  });
  afterAll(async () => {
    await proxy.stop();
    await server.stop();
  });

  test('the Caddyfile is valid, and does not compress', () => {
    const hosts = { SITE_HOST: 'www.example.com', OTHER_HOST: 'example.com' };
    expect(() => caddy('validate', hosts)).not.toThrow();
    expect(caddy('adapt', hosts)).not.toContain('"encode"');
  });

  test("files keep the server's brotli and all its headers", async () => {
    const headers = { 'Accept-Encoding': 'br' };
    const direct = await fetch(server.url, { headers });
    const { headers: proxied } = await ask('/', { headers });
    const expected = Object.fromEntries(direct.headers);
    for (const name of ['connection', 'keep-alive', 'date', 'transfer-encoding']) delete expected[name];
    expect(proxied).toMatchObject(expected);
    expect(proxied['content-encoding']).toBe('br');
    const added = Object.keys(proxied).filter((name) => !direct.headers.has(name));
    expect(added).toEqual(['alt-svc']);
  });

  test('a browser gets the page over HTTP/3', startsProcess, async () => {
    const key = new X509Certificate(proxy.certificate).publicKey.export({ type: 'spki', format: 'der' });
    const browser = await chromium.launch({
      executablePath: await findBrowser(),
      args: [
        '--no-sandbox',
        `--origin-to-force-quic-on=localhost:${proxy.port}`,
        `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`,
      ],
    });
    const page = await browser.newPage();
    await page.goto(`https://localhost:${proxy.port}/`);
    const protocol = await page.evaluate(
      () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).nextHopProtocol,
    );
    await browser.close();
    expect(protocol).toBe('h3');
  });

  test('accepts a form posted from the page: Host is passed through', async () => {
    const origin = `https://localhost:${proxy.port}`;
    const headers = { Origin: origin, 'Content-Type': 'application/json' };
    const { status } = await ask(contactPath, { method: 'POST', headers }, JSON.stringify(exampleRequest));
    expect(status).toBe(200);
    const foreign = { ...headers, Origin: 'https://evil.example' };
    expect((await ask(contactPath, { method: 'POST', headers: foreign }, '{}')).status).toBe(403);
  });

  test('the server sees one proxy and the visitor, whatever X-Forwarded-For the visitor writes', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).not.toHaveProperty('proxies');
    const statuses = new Set<number>();
    for (let number = 0; number < 12; number += 1) {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `192.0.2.${number}` };
      expect(JSON.parse((await ask('/healthz', { headers })).body)).toMatchObject({ proxies: 1 });
      const body = JSON.stringify({ ...exampleRequest, message: `disguised ${number}` });
      statuses.add((await ask(contactPath, { method: 'POST', headers }, body)).status);
    }
    expect([...statuses]).toEqual([200, 429]);
    const headers = { 'Content-Type': 'application/json' };
    const another = { method: 'POST', headers, localAddress: '127.0.0.98' };
    expect((await ask(contactPath, another, JSON.stringify(exampleRequest))).status).toBe(200);
  });

  test('both names lead to the site, with and without TLS', async () => {
    const moved = (path: string) => ({
      status: 301,
      headers: expect.objectContaining({ location: `https://localhost:${proxy.port}${path}` }),
    });
    expect(await ask('/about?a=b', { name: 'www.localhost' })).toMatchObject(moved('/about?a=b'));
    for (const host of ['localhost', 'www.localhost']) {
      const headers = { Host: host };
      const answer = await new Promise<IncomingMessage>((resolve) =>
        get({ host: '127.0.0.1', port: proxy.httpPort, path: '/about', headers }, resolve),
      );
      answer.resume();
      expect({ status: answer.statusCode, headers: answer.headers }).toEqual(moved('/about'));
    }
  });

  test('holds page requests while the server restarts', async () => {
    const { port } = new URL(server.url);
    const stopped = once(server.server.close(), 'close');
    server.server.closeAllConnections();
    await stopped;
    const asked = ask('/');
    server.server.listen(Number(port), '127.0.0.1');
    expect((await asked).status).toBe(200);
  });

  interface Asked {
    method?: string;
    headers?: Record<string, string>;
    /** The visitor's own. */
    localAddress?: string;
    /** The name that the visitor types. */
    name?: string;
  }

  /** Requests over verified TLS. */
  function ask(
    path: string,
    { method = 'GET', headers = {}, localAddress, name = 'localhost' }: Asked = {},
    body?: string,
  ) {
    return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
      (resolve, reject) => {
        const { port, authority: ca } = proxy;
        const host = { host: '127.0.0.1', port, servername: name, ca, localAddress };
        const sent = { Host: `${name}:${port}`, ...headers };
        request({ ...host, path, method, headers: sent }, async (answer) => {
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) });
        })
          .on('error', reject)
          .end(body);
      },
    );
  }
});
