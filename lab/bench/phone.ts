import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';

/** Every benchmark's phone. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 };

/** How many times slower the phone's processor is than this machine's, where times are measured. */
export const processorSlowdown = 4;

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
}

/** Uses a page on a phone, with an empty cache and no open connections. `slowdown` divides its processor. */
export async function onPhone<Result>(
  browser: Browser,
  slowdown: number,
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
