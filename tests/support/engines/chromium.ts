import puppeteer, { type Browser, type CDPSession } from 'puppeteer-core';
import type { OldBrowser } from '../../../scripts/old-browsers.mjs';
import { ensureBrowser } from '../../../scripts/programs.mjs';
import { withFonts } from '../environment.ts';
import { composeCall, type Engine, type EngineOptions, phone, scrollToMiddle } from './engine.ts';

interface ChromiumOptions extends EngineOptions {
  /** Runs before each page's own scripts. */
  script?: string | undefined;
}

/** Starts any Chromium since version 80, with one window. */
export async function startChromiumAt(program: OldBrowser, options: EngineOptions = {}): Promise<Engine> {
  const browser = await launchChromium(program);
  return { ...(await openWindow(browser, options)), stop: () => browser.close() };
}

/** Starts the current Chromium, with one window. */
export const startChromium = async (options: EngineOptions = {}) =>
  startChromiumAt(await findPresentChromium(), options);

/** Starts the current Chromium for several windows. Each window is like a separate engine. */
export async function launchPresentChromium() {
  const browser = await launchChromium(await findPresentChromium());
  return {
    open: (options: ChromiumOptions) => openWindow(browser, options),
    stop: () => browser.close(),
  };
}

const findPresentChromium = async (): Promise<OldBrowser> => ({
  program: await ensureBrowser(),
  libraries: [],
});

/**
 * Starts Chromium with Puppeteer, which sends the DevTools protocol's commands. The page classes of Puppeteer and
 * Playwright need a newer Chromium than 80.
 */
const launchChromium = ({ program, libraries }: OldBrowser) =>
  puppeteer.launch({
    executablePath: program,
    waitForInitialPage: false,
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage', '--lang=en-US'],
    env: { ...process.env, ...withFonts('liberation-sans'), LD_LIBRARY_PATH: libraries.join(':') },
  });

async function openWindow(
  browser: Browser,
  { screen = phone, hasScripts = true, script }: ChromiumOptions,
): Promise<Engine> {
  const page = await openPage(await browser.target().createCDPSession());
  await page.send('Page.enable');
  await page.send('Emulation.setDeviceMetricsOverride', { ...screen, deviceScaleFactor: 1, mobile: false });
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  if (script) {
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
  }
  if (!hasScripts) {
    await page.send('Emulation.setScriptExecutionDisabled', { value: true });
  }

  const run: Engine['run'] = async (work, ...parameters) => {
    const expression = `(() => { ${composeCall(work, parameters)} })()`;
    const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
    });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  };

  return {
    version: await browser.version(),
    async open(url) {
      const loaded = waitForPageLoad(page);
      await page.send('Page.navigate', { url });
      await loaded;
    },
    async reload() {
      const loaded = waitForPageLoad(page);
      await page.send('Page.reload');
      await loaded;
    },
    run,
    async click(selector) {
      await run(scrollToMiddle, selector);
      const { x, y } = await run(findMiddle, selector);
      for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'] as const) {
        const pressed = type === 'mouseMoved' ? {} : ({ button: 'left', clickCount: 1 } as const);
        await page.send('Input.dispatchMouseEvent', { type, x, y, ...pressed });
      }
    },
    async type(selector, text) {
      await run(scrollToMiddle, selector);
      // A pointer can't reach a select's list, which isn't part of the page.
      if (!(await run(chooseOption, selector, text))) {
        await page.send('Input.insertText', { text });
      }
    },
    async screenshot() {
      const { data } = await page.send('Page.captureScreenshot', { format: 'png' });
      return Buffer.from(data, 'base64');
    },
    stop: () => page.send('Page.close'),
  };
}

async function openPage(browser: CDPSession): Promise<CDPSession> {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', newWindow: true });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const session = browser.connection()?.session(sessionId);
  if (!session) {
    throw new Error('Chromium closed its new page.');
  }
  return session;
}

const waitForPageLoad = (page: CDPSession) =>
  new Promise<void>((resolve) => {
    page.once('Page.loadEventFired', () => resolve());
  });

function findMiddle(selector: string) {
  const element = document.querySelector(selector);
  if (!element) {
    throw new Error(`The page has no ${selector}.`);
  }
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Focuses a field. If it is a select, chooses the option with this name. */
function chooseOption(selector: string, name: string): boolean {
  const field = document.querySelector<HTMLSelectElement | HTMLInputElement>(selector);
  if (!field) {
    throw new Error(`The page has no ${selector}.`);
  }
  field.focus();
  if (!(field instanceof HTMLSelectElement)) {
    return false;
  }
  field.selectedIndex = Array.from(field.options).findIndex(({ text }) => text === name);
  for (const type of ['input', 'change']) {
    field.dispatchEvent(new Event(type, { bubbles: true }));
  }
  return true;
}
