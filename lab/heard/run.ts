// npm run heard -- [browser] [language] [words of a journey's name]: plays the journeys in Orca, a real screen
// reader, in both browsers and languages, and prints what was said. `*` marks what was interrupted.
import { spawnSync } from 'node:child_process';
import { type Language, languages } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { startSite } from '../../tests/support/start-site.ts';
import { startUnreliableLine } from '../../tests/support/unreliable-line.ts';
import { type Journey, journeys, orcaWords } from './journeys.ts';
import { type HeardBrowser, type Phrase, startScreenReader } from './screen-reader.ts';

const browsers: HeardBrowser[] = ['firefox', 'chromium'];
const needed = [
  'orca',
  'firefox-esr',
  'chromium',
  'Xvfb',
  'xdotool',
  'openbox',
  'speech-dispatcher',
  'espeak-ng',
];
const counts = { passed: 0, failed: 0, skipped: 0 };

// Ends what it has started, too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const wanted = process.argv.slice(2);
const plays = journeys.flatMap((journey) =>
  browsers.flatMap((browser) =>
    (Object.keys(languages) as Language[]).map((language) => ({ journey, browser, language })),
  ),
);
const chosen = plays.filter(({ journey, browser, language }) =>
  wanted.every((word) => [browser, language, ...journey.name.split(/\W+/)].includes(word)),
);

const missing = needed.filter((command) => spawnSync('which', [command]).status !== 0);
if (missing.length > 0) {
  console.log(
    `Not heard: this machine lacks ${missing.join(', ')}. docs/accessibility.md says what to install.`,
  );
  counts.skipped = chosen.length;
} else {
  for (const { journey, browser, language } of chosen) await play(journey, browser, language);
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed ? 1 : 0;

async function play(journey: Journey, browser: HeardBrowser, language: Language) {
  console.log(`\n── ${journey.name}: ${browser}, ${language}`);
  const site = await startSite();
  const line = await startUnreliableLine(site.url);
  const start = `${line.url}${languages[language].path}${journey.start ?? ''}`;
  const reader = await startScreenReader(browser, language, start);
  let fault: unknown;
  try {
    await journey.play({ reader, language, words: words[language], orca: orcaWords[language], line });
    counts.passed += 1;
  } catch (error) {
    fault = error;
    counts.failed += 1;
  }
  for (const { key, phrases } of reader.steps) {
    console.log(`[${key}] ${phrases.map((phrase) => shown(phrase, language)).join(' | ') || '(silence)'}`);
  }
  console.log(fault ? `FAILED: ${fault instanceof Error ? fault.message : fault}` : 'passed');
  await reader.stop();
  await line.stop();
  await site.stop();
}

/** Marks interruptions, and text in another language than the page's. */
function shown({ text, language, cutOff }: Phrase, pageLanguage: Language): string {
  const other = language && language !== pageLanguage ? `<${language}> ` : '';
  return `${cutOff ? '*' : ''}${other}${text}`;
}
