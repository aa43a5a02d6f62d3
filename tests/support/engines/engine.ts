/** A browser engine that a test drives. Clicks and keys are the browser's own: trusted, as a visitor's. */
export interface Engine {
  /** As the engine reports it, like "HeadlessChrome/103.0.5058.0". */
  version: string;
  /** Opens a page, and waits until it has loaded. */
  open(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  /**
   * Runs a function in the page. The function can use only its parameters, and nothing newer than Chrome 80. Parameters
   * and result are JSON.
   */
  run<Parameters extends unknown[], Result>(
    work: (...parameters: Parameters) => Result,
    ...parameters: Parameters
  ): Promise<Result>;
  /** Scrolls an element to the middle of the screen, and presses it there. */
  click(selector: string): Promise<unknown>;
  /** Types into an empty field, or into a select the name of an option. */
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
  /** As near as the engine's window can come to it; default: a phone. */
  screen?: Screen;
  /** False: as with JavaScript switched off in the settings. WebKit's drivers cannot do that. */
  hasScripts?: boolean;
}

/** The body of a function that calls another with these parameters. */
export const calling = (work: (...parameters: never[]) => unknown, parameters: readonly unknown[]) =>
  `return (${work})(...${JSON.stringify(parameters)})`;

/** Scrolls an element to the middle of the screen. Runs in the page. */
export function scrollToMiddle(selector: string): void {
  document.documentElement.style.scrollBehavior = 'auto';
  document.querySelector(selector)?.scrollIntoView({ block: 'center' });
}
