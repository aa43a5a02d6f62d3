import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { words } from '../content/words/index.ts';
import { findWebKit } from '../scripts/browser.mjs';
import { pathOf } from '../site/routes.ts';
import { type Site, startSite } from './support/start-site.ts';

// A smoke test in the iPhone's engine over WebDriver: WebKitGTK, which Debian packages with its driver. It
// has no geolocation here, so the position is mocked.

const { form, outcome, roadside } = words.en;
let site: Site;
let driver: ChildProcess;
let session: string;

beforeAll(async () => {
  site = await startSite();
  const { driver: binary, browser } = await findWebKit();
  const port = await freePort();
  // A virtual display.
  driver = spawn('xvfb-run', ['--auto-servernum', binary, `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const url = `http://127.0.0.1:${port}`;
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
  };
  const { sessionId } = await until(() => call(`${url}/session`, { capabilities }));
  session = `${url}/session/${sessionId}`;
}, 120_000);

afterAll(async () => {
  await fetch(session, { method: 'DELETE' });
  if (driver.pid) process.kill(-driver.pid);
  await site.stop();
});

test('the pages, the menu and the lightbox open', async () => {
  await open(pathOf('about', 'en'));
  expect(await run('return document.title')).toContain(business.name);
  await open(pathOf('landing', 'en'));
  expect(await run('return document.querySelector("h1").textContent')).toBe(words.en.hero.headline);
  await run('document.querySelector("[popovertarget=menu]").click()');
  expect(await run('return document.querySelector("#menu").matches(":popover-open")')).toBe(true);
  await run('document.querySelector("#gallery figure a").click()');
  expect(await run('return document.querySelector("#viewer").open')).toBe(true);
});

test('the form sends, and a draft survives a reload', async () => {
  await openForm();
  await fill('WebKit with JavaScript');
  await run('window.isOld = true; location.reload()');
  await until(async () => expect(await run('return window.isOld')).toBeNull());
  await hydrated();
  await until(async () =>
    expect(await run('return document.querySelector("#contact-message").value')).toBe(
      'WebKit with JavaScript',
    ),
  );
  await run('document.querySelector("form [type=submit]").click()');
  await until(async () => expect(await textOf('#sent')).toContain(roadside.receipt.title));
  expect(await site.mailsWith('WebKit with JavaScript')).toHaveLength(1);
  expect(await run('return sessionStorage.length')).toBe(0);
});

test('the form posts before hydration', async () => {
  await openForm();
  await fill('WebKit without a script');
  // As before hydration: the browser posts the form natively.
  await run('HTMLFormElement.prototype.submit.call(document.querySelector("#contact-form form"))');
  await until(async () => expect(await run('return location.hash')).toBe('#sent'));
  await until(async () => expect(await textOf('#sent')).toContain(outcome.sent.title));
  expect(await site.mailsWith('WebKit without a script')).toHaveLength(1);
});

test('writes a granted position, asks for a denied one', async () => {
  await openForm();
  await position(
    'found({ timestamp: Date.now(), coords: { latitude: 29.8195, longitude: -95.3767, accuracy: 12 } })',
  );
  await until(async () =>
    expect(await run('return document.querySelector("#contact-message").value')).toMatch(
      /29\.81950, -95\.37670/,
    ),
  );
  await openForm();
  await position('failed({ code: 1 })');
  await until(async () => expect(await textOf('.roadside-sign')).toBe(roadside.position.denied));
  expect(await run('return document.activeElement.dataset.short')).toBe('highway');
});

test('retries a failed submission', async () => {
  await openForm();
  await fill('WebKit on a bad line');
  await run(`
    const { fetch } = window;
    let tries = 0;
    window.fetch = (...call) => (tries++ ? fetch(...call) : Promise.reject(new TypeError('cut off')));
    document.querySelector('form [type=submit]').click();
  `);
  expect(await textOf('#sent')).toContain(form.sending);
  await until(async () => expect(await textOf('#sent')).toContain(roadside.receipt.title));
  expect(await site.mailsWith('WebKit on a bad line')).toHaveLength(1);
});

async function open(path: string) {
  await call(`${session}/url`, { url: site.url + path });
}

/** An empty, hydrated form. */
async function openForm() {
  await open('/robots.txt');
  await run('sessionStorage.clear()');
  await open(pathOf('landing', 'en', 'contact'));
  await hydrated();
}

const hydrated = () =>
  until(async () => expect(await run('return !!document.querySelector("form[novalidate]")')).toBe(true));

async function fill(message: string) {
  await run(
    `for (const [name, value] of Object.entries(arguments[0])) {
      const control = document.querySelector('#contact-' + name);
      control.value = value;
      control.dispatchEvent(new Event('input', { bubbles: true }));
    }`,
    { name: 'Ana Ortega', phone: '713 555 0199', email: 'ana@ortega.example', service: 'fleet', message },
  );
}

async function position(answer: string) {
  await run(`
    navigator.geolocation.getCurrentPosition = (found, failed) => setTimeout(() => ${answer}, 50);
    document.querySelector('.roadside-ask').focus();
    document.querySelector('.roadside-ask').click();
  `);
}

const textOf = (selector: string) =>
  run(`return document.querySelector('${selector}').textContent`) as Promise<string>;

const run = (script: string, ...args: unknown[]) => call(`${session}/execute/sync`, { script, args });

/** One WebDriver command (W3C). */
// biome-ignore lint/suspicious/noExplicitAny: each command returns a different type
async function call(url: string, body: object): Promise<any> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: { message?: string } };
  if (!answer.ok) throw new Error(`${url}: ${value.message}`);
  return value;
}

/** Retries until it succeeds, for as long as a visitor would wait. */
async function until<Value>(attempt: () => Promise<Value>): Promise<Value> {
  const end = Date.now() + 15_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(100);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
