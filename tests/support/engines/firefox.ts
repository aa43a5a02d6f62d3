import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OldBrowser } from '../../../scripts/old-browsers.mjs';
import { ensureFirefox } from '../../../scripts/programs.mjs';
import { withFonts } from '../environment.ts';
import { type Engine, type EngineOptions, phone } from './engine.ts';
import { type Command, createWebDriverEngine, type Send } from './webdriver.ts';

/** Firefox's names for the WebDriver standard's commands. */
const commandNames: Record<Command, string> = {
  url: 'WebDriver:Navigate',
  refresh: 'WebDriver:Refresh',
  'execute/sync': 'WebDriver:ExecuteScript',
  element: 'WebDriver:FindElement',
  click: 'WebDriver:ElementClick',
  value: 'WebDriver:ElementSendKeys',
  screenshot: 'WebDriver:TakeScreenshot',
};

/** Starts the current Firefox ESR. */
export const startFirefox = async (options: EngineOptions = {}) =>
  startFirefoxAt({ program: await ensureFirefox(), libraries: [] }, options);

/**
 * Starts any Firefox, controlled over Marionette, Firefox's protocol for WebDriver. Playwright only supports its own
 * Firefox build, and Puppeteer doesn't support Firefox 115.
 */
export async function startFirefoxAt(
  { program, libraries }: OldBrowser,
  { screen = phone, hasScripts = true }: EngineOptions = {},
): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const preferences = { 'marionette.port': 0, 'javascript.enabled': hasScripts };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const browser = spawn(program, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
    env: { ...process.env, ...withFonts('liberation-sans'), LD_LIBRARY_PATH: libraries.join(':') },
  });
  const ended = once(browser, 'exit');
  const socket = await connectTo(join(profile, 'MarionetteActivePort'));
  const send = createSender(socket);
  const { capabilities } = await send('WebDriver:NewSession', { capabilities: {} });
  // The minimum width is 450 pixels in Firefox 115, and 500 in later versions. The browser's bars are 85 pixels high.
  await send('WebDriver:SetWindowRect', { width: screen.width, height: screen.height + 85 });
  const command: Send = async (name, parameters, id) => {
    // The system's scripts run even if the page's scripts are disabled.
    const sandbox = hasScripts ? {} : { sandbox: 'system' };
    const answer = await send(commandNames[name], { ...parameters, ...sandbox, id });
    return answer?.value;
  };
  return {
    ...createWebDriverEngine(command),
    version: `Firefox/${capabilities.browserVersion}`,
    async stop() {
      await send('Marionette:Quit', { flags: ['eForceQuit'] });
      await ended;
    },
  };
}

/** Connects to the port that Firefox writes to a file once it listens. */
async function connectTo(file: string): Promise<Socket> {
  while (!existsSync(file) || !readFileSync(file, 'utf8')) {
    await pause(50);
  }
  const socket = connect(Number(readFileSync(file, 'utf8')), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

interface Reply {
  // biome-ignore lint/suspicious/noExplicitAny: each command returns a different type
  resolve(result: any): void;
  reject(error: Error): void;
}

/**
 * Returns a function that sends a command and resolves with the result. Each message is a JSON list after its length in
 * bytes and a colon. A command is [0, number, name, parameters], and a response is [1, number, error, result].
 */
function createSender(socket: Socket) {
  const awaited = new Map<number, Reply>();
  let last = 0;
  let received = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]);
    for (;;) {
      const colon = received.indexOf(':');
      const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)));
      if (colon < 0 || received.length < end) {
        return;
      }
      const message = JSON.parse(`${received.subarray(colon + 1, end)}`);
      received = received.subarray(end);
      // The first message is a greeting.
      if (!Array.isArray(message)) {
        continue;
      }
      const [, number, error, result] = message;
      if (error) {
        awaited.get(number)?.reject(new Error(`${error.error}: ${error.message}`));
      } else {
        awaited.get(number)?.resolve(result);
      }
      awaited.delete(number);
    }
  });
  socket.on('close', () => {
    for (const { reject } of awaited.values()) {
      reject(new Error('Firefox closed the connection.'));
    }
  });
  // biome-ignore lint/suspicious/noExplicitAny: each command returns a different type
  return (name: string, parameters: object): Promise<any> => {
    last += 1;
    const { promise, resolve, reject } = Promise.withResolvers();
    awaited.set(last, { resolve, reject });
    const message = JSON.stringify([0, last, name, parameters]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    return promise;
  };
}
