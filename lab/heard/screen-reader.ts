import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from '../../content/languages.ts';

export type HeardBrowser = 'firefox' | 'chromium';

/** Orca's own words follow the system's language. */
const locales: Record<Language, string> = { en: 'en_US.UTF-8', es: 'es_MX.UTF-8' };

/** As narrow as a phone that is held upright, so that the menu is one. */
const size = '500x900';

/** Orca is done when it has neither spoken nor handled an event for this long. */
const quietMilliseconds = 1_000;
/** How long a busy machine may take: to load the page, to say what is expected, and to say anything. */
const loadMilliseconds = 180_000;
const speechMilliseconds = 60_000;
const silenceMilliseconds = 6_000;
/** A calm voice: what is interrupted before its end was not heard. */
const charactersPerSecond = 20;

export interface Phrase {
  text: string;
  /** Of the text in the page; undefined for Orca's own words. */
  language?: string | undefined;
  /** Something else interrupted it before its end. */
  cutOff?: boolean;
}

export interface Step {
  key: string;
  phrases: Phrase[];
}

export type ScreenReader = Awaited<ReturnType<typeof startScreenReader>>;

/** Others that run at the same time have their own. */
let displays = 1_000 + (process.pid % 500) * 100;

/** Starts Orca and a browser at an address, and waits until Orca has read the page's title. */
export async function startScreenReader(browser: HeardBrowser, language: Language, url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'heard-'));
  displays += 1;
  const display = `${displays}`;
  const said = join(folder, 'said');
  const desktop = spawn(
    'unshare',
    [
      ...['--pid', '--fork', '--mount-proc', '--kill-child', 'dbus-run-session', '--'],
      ...[join(import.meta.dirname, 'desktop.sh'), browser, size, display, folder, url],
    ],
    {
      stdio: 'ignore',
      env: { ...process.env, LANG: locales[language], LC_ALL: locales[language], ORCA_SAID: said },
    },
  );
  const killed = () => desktop.kill('SIGKILL');
  process.once('exit', killed);
  const steps: Step[] = [];
  /** What was said before the latest key. */
  let before = 0;

  /** All phrases since the latest key. */
  function phrases(): Phrase[] {
    const found: (Phrase & { ends: number })[] = [];
    let ends = 0;
    for (const line of existsSync(said) ? readFileSync(said, 'utf8').slice(before).split('\n') : []) {
      if (!line.startsWith('{') || !line.endsWith('}')) continue;
      const { at, phrase, language } = JSON.parse(line);
      if (phrase) {
        ends = Math.max(ends, at) + (1000 * phrase.length) / charactersPerSecond;
        found.push({ text: phrase.replace(/\s+/g, ' '), language: language ?? undefined, ends });
      } else if (phrase === undefined) {
        for (const one of found) one.cutOff ||= one.ends > at;
        ends = at;
      }
    }
    return found.map(({ ends: _, ...phrase }) => phrase);
  }

  /** Waits until the condition holds and Orca is done. Does not fail: what was heard tells more. */
  async function settle(milliseconds: number, condition: () => boolean = () => true) {
    const sizes = () =>
      [said, join(folder, 'orca.debug')].map((file) => statSync(file, { throwIfNoEntry: false })?.size);
    const end = Date.now() + milliseconds;
    let last = sizes().join();
    let quietSince = Date.now();
    while (Date.now() < end && !(Date.now() - quietSince > quietMilliseconds && condition())) {
      await wait(50);
      const now = sizes().join();
      if (now !== last) quietSince = Date.now();
      last = now;
    }
  }

  const xdotool = (...parameters: string[]) =>
    execFileSync('xdotool', parameters, { env: { ...process.env, DISPLAY: `:${display}` } });

  async function step(key: string, act: () => void, isSilent = false): Promise<Phrase[]> {
    before = readFileSync(said, 'utf8').length;
    const current: Step = { key, phrases: [] };
    steps.push(current);
    act();
    await settle(silenceMilliseconds, () => isSilent || phrases().length > 0);
    current.phrases = phrases();
    return current.phrases;
  }

  const reader = {
    steps,

    /** Presses a key, named as xdotool names it. In browse mode a letter is Orca's command. */
    press: (key: string) =>
      step(key, () => {
        const [modifier = '', rest] = key.split('+');
        if (modifier === 'KP_Insert' && rest) {
          xdotool('keydown', modifier, 'key', rest, 'keyup', modifier);
        } else {
          xdotool('key', key);
        }
      }),

    type: (text: string) => step(`"${text}"`, () => xdotool('type', '--delay', '40', text), true),

    /** Presses a key until something is said. */
    async find(key: string, text: string, most = 40) {
      for (let presses = 0; presses < most; presses += 1) {
        if (heardIn(await reader.press(key)).includes(text)) return;
      }
      throw new Error(`${most} times ${key} never said "${text}".`);
    },

    /**
     * After the latest key, expects each text once and in this order, not cut off, and nothing said twice. Waits
     * for what comes late.
     */
    async hear(...texts: string[]) {
      const missing = () => {
        let from = 0;
        const heard = heardIn(phrases());
        return texts.find((text) => {
          const at = heard.indexOf(text, from);
          from = at + text.length;
          return at < 0;
        });
      };
      await settle(speechMilliseconds, () => missing() === undefined);
      const current = steps.at(-1);
      if (current) current.phrases = phrases();
      const heard = heardIn(phrases());
      const all = `After ${current?.key}: ${heard || '(silence)'}`;
      const lost = missing();
      if (lost !== undefined) {
        throw new Error(`"${lost}" was not said${heard.includes(lost) ? ' in its order' : ''}. ${all}`);
      }
      for (const text of texts) {
        if (heard.split(text).length > 2) throw new Error(`"${text}" was said twice. ${all}`);
      }
      const repeated = repetitionIn(phrases());
      if (repeated) throw new Error(`"${repeated}" was said twice. ${all}`);
    },

    /** After the latest key, expects none of these. */
    neverHear(...texts: string[]) {
      const heard = heardIn(phrases());
      for (const text of texts) {
        if (heard.includes(text)) throw new Error(`"${text}" was said. After ${steps.at(-1)?.key}: ${heard}`);
      }
    },

    async stop() {
      const ended = new Promise((resolve) => desktop.once('close', resolve));
      desktop.kill('SIGKILL');
      process.off('exit', killed);
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      // A killed Xvfb leaves them, and the next one at this number would not start.
      for (const left of [`/tmp/.X${display}-lock`, `/tmp/.X11-unix/X${display}`])
        rmSync(left, { force: true });
    },
  };

  const loaded = () => phrases().some(({ text }) => /\d (landmarks?|puntos? de referencia)/.test(text));
  await settle(loadMilliseconds, loaded);
  steps.push({ key: 'load', phrases: phrases() });
  return reader;
}

/** What was heard to its end, as one text. */
export function heardIn(phrases: readonly Phrase[]): string {
  return phrases
    .filter(({ cutOff }) => !cutOff)
    .map(({ text }) => text)
    .join(' | ');
}

/** A phrase of three words or more that was said twice. */
function repetitionIn(phrases: readonly Phrase[]): string | undefined {
  const heard = phrases.filter(({ cutOff, text }) => !cutOff && text.split(' ').length >= 3);
  return heard.find(({ text }, index) => heard.findIndex((other) => other.text === text) < index)?.text;
}
