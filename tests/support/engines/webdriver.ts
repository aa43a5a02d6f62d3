import { calling, type Engine, scrollToMiddle } from './engine.ts';

/** Commands of the WebDriver standard, by the last part of their paths. */
export type Command = 'url' | 'refresh' | 'execute/sync' | 'element' | 'click' | 'value' | 'screenshot';

/** Sends a command, to an element if its id is given, and resolves to the value of the response. */
// biome-ignore lint/suspicious/noExplicitAny: each command returns a different type
export type Send = (command: Command, parameters?: object, element?: string) => Promise<any>;

/** An engine whose driver knows the commands of the WebDriver standard. */
export function driveBy(send: Send): Omit<Engine, 'version' | 'stop'> {
  const run: Engine['run'] = (work, ...parameters) =>
    send('execute/sync', { script: calling(work, parameters), args: [] });

  /** Resolves to the element's id. Drivers scroll it only to the edge of the screen, where a header may cover it. */
  async function find(selector: string): Promise<string> {
    await run(scrollToMiddle, selector);
    const [id] = Object.values(await send('element', { using: 'css selector', value: selector }));
    return id as string;
  }

  return {
    open: (url) => send('url', { url }),
    reload: () => send('refresh'),
    run,
    click: async (selector) => send('click', {}, await find(selector)),
    type: async (selector, text) => send('value', { text }, await find(selector)),
    screenshot: async () => Buffer.from(await send('screenshot'), 'base64'),
  };
}
