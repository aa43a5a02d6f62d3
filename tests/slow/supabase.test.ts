import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { words } from '../../content/words/index.ts';
import { functionsPath } from '../../contract/contact-fields.ts';
import { ensureBrowser } from '../../scripts/programs.mjs';
import { run as pair } from '../../server/commands/pair.ts';
import { exampleRequest } from '../support/example-request.ts';
import { type MailApiSink, startMailApi } from '../support/mail-api.ts';
import { connectToSharedPostgres } from '../support/postgres.ts';
import { startFunctions } from '../support/start-functions.ts';
import { runCommand } from '../support/start-in-process.ts';

const { en } = words;

let mailApi: MailApiSink;
beforeAll(async () => {
  mailApi = await startMailApi();
});
afterAll(() => mailApi.stop());

test("the built form posts to another origin's function, with and without JavaScript", async () => {
  const host = createServer();
  await new Promise<void>((resolve) => host.listen(0, 'localhost', resolve));
  const url = `http://localhost:${(host.address() as AddressInfo).port}`;
  const databaseUrl = await (await connectToSharedPostgres()).newDatabase();
  const functions = await startFunctions(databaseUrl, mailApi, { SITE_URL: url });
  // The folder is on the project's disk, because Astro moves files there. /tmp may be another disk.
  const folder = mkdtempSync(join(process.cwd(), 'build/static-'));
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    SITE_URL: 'https://www.site.example',
    PUBLIC_FUNCTIONS_URL: functions.url + functionsPath,
    PUBLIC_FUNCTIONS_KEY: 'sb_publishable_0123456789abcdefghijkl_01234567',
  };
  const run = (...command: string[]) => execFileSync('npx', command, { env, stdio: 'pipe' });
  run('astro', 'build', '--outDir', folder);
  run('node', 'postbuild/postbuild.ts', folder);
  host.on('request', serveStatically(folder));
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });

  const complaints: string[] = [];
  for (const javaScriptEnabled of [true, false]) {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
    await page.goto(`${url}/#contact`);
    const message = javaScriptEnabled ? 'sent by a script' : 'sent by the browser';
    for (const name of ['name', 'phone', 'email', 'message'] as const) {
      const field = page.getByLabel(en.form.labels[name], { exact: true });
      await field.fill(name === 'message' ? message : exampleRequest[name]);
    }
    await page.getByLabel(en.form.labels.service, { exact: true }).selectOption(exampleRequest.service);
    await page.getByRole('button', { name: en.form.send }).click();
    await mailApi.until(() => mailApi.mails.some(({ text }) => text.includes(message)));
    if (javaScriptEnabled) {
      await page.getByRole('link', { name: en.extras.receipt.follow }).click();
      await expectStatusTwice(page);
    } else {
      await page.waitForURL(`${url}/sent#*`);
    }
  }
  const page = await (await browser.newContext()).newPage();
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  await pairAndShowNotice(page, url, databaseUrl);
  for (const path of ['/', '/about', '/request']) {
    await page.goto(url + path);
    await page.locator('.toast', { hasText: notice }).waitFor();
  }
  expect(complaints).toEqual([]);
  await browser.close();
  await functions.stop('SIGKILL');
  host.close();
  host.closeAllConnections();
  rmSync(folder, { recursive: true });
});

/** Checks that the driver's page polls with the ETag. From another origin, a page can only read an exposed ETag. */
async function expectStatusTwice(page: Page): Promise<void> {
  const [received = ''] = en.requestStatus.board.received;
  await page.locator('#board').getByText(received).waitFor();
  const unchanged = page.waitForResponse((response) => response.status() === 304);
  await page.clock.install();
  await page.reload();
  await page.locator('#board').getByText(received).waitFor();
  await page.clock.runFor(10_000);
  await unchanged;
}

const { pairing, requests, site, tabs } = dispatchWords;
const notice = site.presets.ice?.text.en ?? '';

async function pairAndShowNotice(page: Page, url: string, databaseUrl: string): Promise<void> {
  const { output } = await runCommand(pair, { DATABASE_URL: databaseUrl, SITE_URL: url });
  await page.goto(`${url}/dispatch#pair=${/#pair=(\S+)/.exec(output)?.[1]}`);
  await page.getByLabel(pairing.deviceName).fill('A phone');
  await page.getByRole('button', { name: pairing.pair }).click();
  await page.getByRole('heading', { name: requests.notTaken, exact: true }).waitFor();
  await page.getByRole('link', { name: tabs.site, exact: true }).click();
  await page.getByRole('button', { name: site.presets.ice?.label ?? '' }).click();
  await page.getByRole('button', { name: site.show }).click();
  await page.getByRole('button', { name: site.takeDown }).waitFor();
}

/** Serves files with the rules in `_headers`, as Cloudflare Pages and Netlify do. */
function serveStatically(folder: string): RequestListener {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
  return (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '', 'http://host');
    const page = pathname === '/' ? 'index.html' : `${pathname}.html`;
    const file = extname(pathname) === '' ? page : pathname;
    outgoing.setHeader('Content-Type', types[extname(file).slice(1)] ?? 'image/svg+xml');
    for (const rule of read('_headers').split(/\n(?=\/)/)) {
      const [pattern = '', ...headers] = rule.trim().split('\n');
      const prefix = pattern.endsWith('*') ? pattern.slice(0, -1) : undefined;
      if (prefix === undefined ? pathname !== pattern : !pathname.startsWith(prefix)) {
        continue;
      }
      for (const line of headers) {
        const [name = '', value = ''] = line.trim().split(/: (.*)/, 2);
        outgoing.appendHeader(name, value);
      }
    }
    if (existsSync(join(folder, file))) {
      outgoing.end(read(file));
    } else {
      outgoing.writeHead(404).end();
    }
  };
}
