import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { en } from '../../content/words/en.ts';
import { functionsPath } from '../../contract/contact-fields.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { exampleRequest } from '../support/example-request.ts';
import { type MailApiSink, startMailApi } from '../support/mail-api.ts';
import { sharedPostgres } from '../support/postgres.ts';
import { type RunningFunctions, startFunctions } from '../support/start-functions.ts';

/** Built in, and replaced by where the functions are in this test. */
const builtFor = 'https://abcdefgh.supabase.example';
const key = 'sb_publishable_0123456789abcdefghijkl_01234567';

const umd = readFileSync('node_modules/@supabase/supabase-js/dist/umd/supabase.js', 'utf8');
const client = `${umd}\nexport default supabase;`;

let browser: Browser;
let mailApi: MailApiSink;
let functions: RunningFunctions;
let host: Awaited<ReturnType<typeof startStaticHost>>;
// On the disk of the project, where /tmp need not be: Astro moves its files.
const folder = mkdtempSync(join(process.cwd(), 'build/static-'));
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];

beforeAll(async () => {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    SITE_URL: 'https://www.site.example',
    PUBLIC_FUNCTIONS_URL: builtFor + functionsPath,
    PUBLIC_FUNCTIONS_KEY: key,
  };
  const run = (...command: string[]) => execFileSync('npx', command, { env, stdio: 'pipe' });
  run('astro', 'build', '--outDir', folder);
  run('node', 'postbuild/postbuild.ts', folder);
  const postgres = await sharedPostgres();
  mailApi = await startMailApi();
  stops.push(() => mailApi.stop());
  host = await startStaticHost();
  stops.push(() => host.stop());
  functions = await startFunctions({
    databaseUrl: await postgres.newDatabase(),
    mailApi,
    env: { SITE_URL: host.url },
  });
  stops.push(() => functions.stop('SIGKILL'));
  browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
  stops.push(() => browser.close());
});

afterAll(async () => {
  for (const stop of stops.reverse()) {
    await stop();
  }
});

/** The contact form of the landing page, filled in. Anything the console complains about fails the test. */
async function openForm(message: string, options: BrowserContextOptions = {}) {
  const page = await (await browser.newContext(options)).newPage();
  const complaints: string[] = [];
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  await page.goto(`${host.url}/#contact`);
  const { labels } = en.form;
  await page.getByLabel(labels.name, { exact: true }).fill(exampleRequest.name);
  await page.getByLabel(labels.phone, { exact: true }).fill(exampleRequest.phone);
  await page.getByLabel(labels.email, { exact: true }).fill(exampleRequest.email);
  await page.getByLabel(labels.service, { exact: true }).selectOption(exampleRequest.service);
  await page.getByLabel(labels.message, { exact: true }).fill(message);
  return { page, complaints };
}

const arrived = (words: string) =>
  mailApi.until(() => mailApi.mails.some(({ text }) => text.includes(words)));

test('the form of the built site sends to the function of another origin', async () => {
  const { page, complaints } = await openForm('sent by a script');
  await page.getByRole('button', { name: en.form.send }).click();
  await page.getByText(en.outcome.sent.title).first().waitFor();
  await arrived('sent by a script');
  expect(complaints).toEqual([]);
});

test('without JavaScript it does too, and leads back to the page', async () => {
  const { page } = await openForm('sent by the browser', { javaScriptEnabled: false });
  await page.getByRole('button', { name: en.form.send }).click();
  await page.waitForURL(`${host.url}/#sent`);
  await arrived('sent by the browser');
});

test('the real client in a page of that origin is let in, and one elsewhere is not', async () => {
  const invoke = async (from: string) => {
    const page = await browser.newPage();
    await page.goto(from);
    const values = JSON.stringify([functions.url, key, { ...exampleRequest, message: 'sent by the client' }]);
    // As a text: what runs in the page must not be rewritten for these tests.
    return page.evaluate(`(async ([url, key, body]) => {
      const { default: supabase } = await import('/supabase.js');
      const client = supabase.createClient(url, key, { auth: { persistSession: false } });
      const { data, error } = await client.functions.invoke('send-contact-email', { body });
      return { ok: data?.ok, error: error?.name };
    })(${values})`);
  };
  expect(await invoke(host.url)).toEqual({ ok: true, error: undefined });
  await arrived('sent by the client');
  const elsewhere = await startStaticHost();
  expect(await invoke(elsewhere.url)).toEqual({ ok: undefined, error: 'FunctionsFetchError' });
  elsewhere.stop();
});

/** Serves the folder as Cloudflare Pages and Netlify do, as far as a browser sees it here: with the rules of `_headers`. */
async function startStaticHost() {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').replaceAll(builtFor, functions.url);
  const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '', 'http://host');
    const file = pathname === '/' ? 'index.html' : pathname;
    outgoing.setHeader('Content-Type', types[extname(file).slice(1)] ?? 'image/svg+xml');
    for (const rule of read('_headers').split(/\n(?=\/)/)) {
      const [pattern = '', ...headers] = rule.trim().split('\n');
      const matches = pattern.endsWith('*')
        ? pathname.startsWith(pattern.slice(0, -1))
        : pathname === pattern;
      for (const line of matches ? headers : []) {
        const [name = '', value = ''] = line.trim().split(/: (.*)/, 2);
        outgoing.appendHeader(name, value);
      }
    }
    if (pathname === '/supabase.js') outgoing.end(client);
    else if (existsSync(join(folder, file))) outgoing.end(read(file));
    else outgoing.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, stop };
}
