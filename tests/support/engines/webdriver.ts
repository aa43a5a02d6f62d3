import { until } from '../journey/until.ts';
import { composeCall, type Engine, isOnScreen, scrollToMiddle } from './engine.ts';

/** The WebDriver standard's commands, named by the last part of their paths. */
export type Command = 'url' | 'refresh' | 'execute/sync' | 'element' | 'click' | 'value' | 'screenshot';

/** Sends a command, or an element's command if its ID is given, and resolves with the response's value. */
// biome-ignore lint/suspicious/noExplicitAny: each command returns a different type
export type Send = (command: Command, parameters?: object, element?: string) => Promise<any>;

/** Creates an engine whose driver supports the WebDriver standard's commands. */
export function createWebDriverEngine(send: Send): Omit<Engine, 'version' | 'stop'> {
  const run: Engine['run'] = (work, ...parameters) =>
    send('execute/sync', { script: composeCall(work, parameters), args: [] });

  /** Resolves with an element's ID. Drivers only scroll it to the screen's edge, where a header may cover it. */
  async function find(selector: string): Promise<string> {
    // Right after a page has loaded, WebKit scrolls to the URL's fragment once more, which undoes the first scrolling.
    await until(async () => {
      await run(scrollToMiddle, selector);
      return run(isOnScreen, selector);
    });
    const [id] = Object.values(await send('element', { using: 'css selector', value: selector }));
    return id as string;
  }

  /** Clicks an element. WebKit may scroll again between the scrolling and the click, so it is tried a second time. */
  async function click(selector: string): Promise<void> {
    try {
      await send('click', {}, await find(selector));
    } catch (error) {
      if (!`${error}`.includes('not interactable')) {
        throw error;
      }
      await send('click', {}, await find(selector));
    }
  }

  return {
    open: (url) => send('url', { url }),
    reload: () => send('refresh'),
    run,
    click,
    type: async (selector, text) => send('value', { text }, await find(selector)),
    // Without `full`, Firefox returns the whole page.
    screenshot: async () => Buffer.from(await send('screenshot', { full: false }), 'base64'),
  };
}
