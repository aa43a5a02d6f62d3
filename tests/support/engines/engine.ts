/** A browser engine that a test controls. Clicks and keys are trusted events, like a visitor's. */
export interface Engine {
  /** The version that the engine reports, such as "HeadlessChrome/103.0.5058.0". */
  version: string;
  /** Opens a page, and waits until it has loaded. */
  open(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  /**
   * Runs a function in the page. The function can only use its parameters, and no feature newer than Chrome 80.
   * Parameters and result are JSON.
   */
  run<Parameters extends unknown[], Result>(
    work: (...parameters: Parameters) => Result,
    ...parameters: Parameters
  ): Promise<Result>;
  /** Scrolls an element to the middle of the screen and clicks it. */
  click(selector: string): Promise<unknown>;
  /** Types text into an empty field, or an option's name into a select. */
  type(selector: string, text: string): Promise<unknown>;
  /** A PNG of the screen. */
  screenshot(): Promise<Buffer>;
  stop(): Promise<unknown>;
}

interface Screen {
  width: number;
  height: number;
}

/** A small phone, without the browser's bars. */
export const phone: Screen = { width: 390, height: 664 };
export const laptop: Screen = { width: 1024, height: 768 };

export interface EngineOptions {
  /** The screen size, by default a phone's. The engine's window uses the closest possible size. */
  screen?: Screen;
  /** If false, JavaScript is disabled as in the browser's settings. WebKit's drivers can't do that. */
  hasScripts?: boolean;
}

/** Returns the source of a function body that calls a function with these parameters. */
export const composeCall = (work: (...parameters: never[]) => unknown, parameters: readonly unknown[]) =>
  `return (${work})(...${JSON.stringify(parameters)})`;

/** Scrolls an element to the middle of the screen. Runs in the page. */
export function scrollToMiddle(selector: string): void {
  document.documentElement.style.scrollBehavior = 'auto';
  document.querySelector(selector)?.scrollIntoView({ block: 'center' });
}

/** Whether the middle of an element is on the screen. Runs in the page. */
export function isOnScreen(selector: string): boolean {
  const element = document.querySelector(selector);
  if (!element) {
    return false;
  }
  const { top, bottom } = element.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  return middle > 0 && middle < innerHeight;
}
