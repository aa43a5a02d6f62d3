import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { killAll } from '../../scripts/process-tree.mjs';
import { findFirefox, findWebKit } from '../../scripts/programs.mjs';
import { freePort } from './postgres.ts';

/** A browser engine other than Chromium. Clicks and keys are the browser's own: trusted, as a visitor's. */
export interface Engine {
  open(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  /** Runs the body of a function in the page, and waits for the promise that it returns. */
  run(body: string): Promise<unknown>;
  click(selector: string): Promise<unknown>;
  /** Types into an empty field, or into a select the name of an option. */
  type(selector: string, text: string): Promise<unknown>;
  stop(): Promise<unknown>;
}

/** Firefox ESR over WebDriver BiDi: Playwright only drives its own Firefox build. */
export async function startFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: await findFirefox() });
  let page = await browser.newPage();
  return {
    // In a new tab: one that went back to a page does not report its next navigation.
    async open(url) {
      await page.close();
      page = await browser.newPage();
      await page.setViewport({ width: 1024, height: 768 });
      await page.goto(url);
    },
    reload: () => page.reload(),
    run: (body) => page.evaluate(`(() => { ${body} })()`),
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    stop: () => browser.close(),
  };
}

/** WebKitGTK, the iPhone's engine as Debian packages it, over WebDriver (W3C). */
export async function startWebKit(): Promise<Engine> {
  const program = await findWebKit();
  const port = await freePort();
  // On a virtual display.
  const driver = spawn('xvfb-run', ['--auto-servernum', program, `--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const url = `http://127.0.0.1:${port}/session`;
  const create = () => post(url, { capabilities: {} });
  // It does not announce that it listens.
  let created = await create().catch(() => undefined);
  while (!created && driver.exitCode === null) {
    await wait(100);
    created = await create().catch(() => undefined);
  }
  const session = `${url}/${created.sessionId}`;
  const command = (name: string, body: object = {}) => post(`${session}/${name}`, body);
  const run = (script: string) => command('execute/sync', { script, args: [] });
  /** The path of an element's own commands. */
  async function element(selector: string): Promise<string> {
    const found = await command('element', { using: 'css selector', value: selector });
    return `element/${Object.values(found)[0]}`;
  }

  return {
    open: (address) => command('url', { url: address }),
    reload: () => command('refresh'),
    run,
    async click(selector) {
      // The driver scrolls an element only to the edge of the screen, and then does not find it there.
      await run(`document.querySelector(${JSON.stringify(selector)}).scrollIntoView({ block: "center" })`);
      await command(`${await element(selector)}/click`);
    },
    type: async (selector, text) => command(`${await element(selector)}/value`, { text }),
    async stop() {
      await fetch(session, { method: 'DELETE' });
      if (driver.pid) killAll([driver.pid]);
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each command returns a different type
async function post(url: string, body: object): Promise<any> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: { error?: string } };
  if (!answer.ok) throw new Error(`${url} ${JSON.stringify(body)}: ${value.error}`);
  return value;
}
