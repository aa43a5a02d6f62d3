import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { findWebKit } from '../../scripts/browser.mjs';
import type { Engine } from './engine-journeys.ts';

/** WebDriver's codes for keys that are not characters. */
const keys = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', ArrowRight: '\uE014' };

/** What identifies an element in WebDriver's answers. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** WebKitGTK, the iPhone's engine as Debian packages it, over WebDriver. */
export async function startWebKit(): Promise<Engine> {
  const { driver: binary, browser } = await findWebKit();
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
  };
  const { driver, url } = await startDriver(binary);
  const { sessionId } = await call(`${url}/session`, 'POST', { capabilities });
  const session = `${url}/session/${sessionId}`;

  const post = (command: string, body: object = {}) => call(`${session}/${command}`, 'POST', body);
  const find = async (selector: string): Promise<string> =>
    (await post('element', { using: 'css selector', value: selector }))[elementKey];

  return {
    open: (url) => post('url', { url }),
    reload: () => post('refresh'),
    run: (script) => post('execute/sync', { script, args: [] }),
    async click(selector) {
      const script = 'document.querySelector(arguments[0]).scrollIntoView({ block: "center" })';
      // The driver scrolls an element only to the edge of the screen, and then does not find it there.
      await post('execute/sync', { script, args: [selector] });
      await post(`element/${await find(selector)}/click`);
    },
    async type(selector, text) {
      const element = await find(selector);
      await post(`element/${element}/clear`);
      await post(`element/${element}/value`, { text });
    },
    async choose(selector, option) {
      await post(`element/${await find(selector)}/value`, { text: option });
    },
    press: (key) =>
      post('actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [
              { type: 'keyDown', value: keys[key] },
              { type: 'keyUp', value: keys[key] },
            ],
          },
        ],
      }),
    isNamed: async (selector, _role, name) =>
      (await call(`${session}/element/${await find(selector)}/computedlabel`, 'GET')) === name,
    async stop() {
      await call(session, 'DELETE');
      if (driver.pid) process.kill(-driver.pid);
    },
  };
}

/** One WebDriver command (W3C). */
// biome-ignore lint/suspicious/noExplicitAny: each command returns a different type
async function call(url: string, method: string, body?: object): Promise<any> {
  const answer = await fetch(url, { method, body: body ? JSON.stringify(body) : null });
  const { value } = (await answer.json()) as { value: { error?: string } };
  if (!answer.ok) throw new Error(`${url} ${JSON.stringify(body)}: ${value.error}`);
  return value;
}

/** Starts the driver, which has to be told its port: if another program has taken that meanwhile, on another. */
async function startDriver(binary: string): Promise<{ driver: ChildProcess; url: string }> {
  for (;;) {
    const url = `http://127.0.0.1:${await freePort()}`;
    // A virtual display.
    const driver = spawn('xvfb-run', ['--auto-servernum', binary, `--port=${new URL(url).port}`], {
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
    });
    while (driver.exitCode === null) {
      const isReady = await call(`${url}/status`, 'GET').then(
        ({ ready }) => ready === true,
        () => false,
      );
      if (isReady) return { driver, url };
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
