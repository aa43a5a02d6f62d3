import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { killAll } from '../../../scripts/process-tree.mjs';
import { ensureWebKit } from '../../../scripts/programs.mjs';
import { findFreePort } from '../postgres.ts';
import { type Engine, type EngineOptions, phone } from './engine.ts';
import { createWebDriverEngine, type Send } from './webdriver.ts';

/** Starts WebKitGTK, Debian's package of the iPhone's engine, on a virtual display. */
export async function startWebKit({ screen = phone }: EngineOptions = {}): Promise<Engine> {
  const { resize, ...engine } = await start(['xvfb-run', '--auto-servernum', await ensureWebKit()], {});
  await resize(screen);
  return engine;
}

/** Starts WPE WebKit, which doesn't need a display. Its screen is always 800 by 600 pixels. */
export const startWpe = (driver: string): Promise<Engine> =>
  start([driver], {
    'wpe:browserOptions': { binary: 'cog', args: ['--automation', '--platform=headless'] },
  });

/** Starts a driver that listens on HTTP, and a browser with these capabilities. */
async function start(command: readonly string[], capabilities: object) {
  const port = await findFreePort();
  const [program = '', ...parameters] = [...command, `--port=${port}`];
  const driver = spawn(program, parameters, {
    stdio: 'ignore',
    // Uses the machine's fonts. With only our fonts, WebKitGTK scrolls to the top when a field gets the focus.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const url = `http://127.0.0.1:${port}/session`;
  const create = () => request(url, 'POST', { capabilities: { alwaysMatch: capabilities } });
  // The driver doesn't announce that it listens, so try until it does.
  let created = await create().catch(() => undefined);
  while (!created && driver.exitCode === null) {
    await pause(100);
    created = await create().catch(() => undefined);
  }
  const session = `${url}/${created.sessionId}`;
  const send: Send = (name, body = {}, element) => {
    const path = [session, ...(element ? ['element', element] : []), name].join('/');
    return name === 'screenshot' ? request(path, 'GET') : request(path, 'POST', body);
  };
  const { browserName, browserVersion } = created.capabilities;
  return {
    ...createWebDriverEngine(send),
    version: `${browserName}/${browserVersion}`,
    resize: (size: object) => request(`${session}/window/rect`, 'POST', size),
    async stop() {
      await request(session, 'DELETE').catch(() => undefined);
      const exited = once(driver, 'exit');
      if (driver.pid) {
        killAll([driver.pid]);
      }
      await exited;
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each command returns a different type
async function request(url: string, method: string, body?: object): Promise<any> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } };
  if (!response.ok) {
    throw new Error(`${url} ${JSON.stringify(body)}: ${value.error}, ${value.message}`);
  }
  return value;
}
