import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type LaunchOptions,
  type Page,
} from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';

/** Every benchmark's phone. */
const phone: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 2,
};

/** How many times slower the phone's processor is than this machine's, where times are measured. */
export const processorSlowdown = 4;

export async function launchBrowser({ executablePath, args = [] }: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath ?? (await findBrowser()),
    args: ['--no-sandbox', ...args],
  });
}

/** Uses a page on a phone, with an empty cache and no open connections. `slowdown` divides its processor. */
export async function onPhone<Result>(
  browser: Browser,
  { slowdown = 1 }: { slowdown?: number },
  use: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return await use(page, session);
  } finally {
    await context.close();
  }
}
