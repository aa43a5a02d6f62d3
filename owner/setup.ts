// npm run setup: asks for the facts of a business, writes them into content/ and the settings, and builds the site.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs, parseEnv } from 'node:util';
import { log } from '@clack/prompts';
import { resolveArea } from '../site/gazetteer/resolve-area.ts';
import { milesBetween } from '../site/position/geometry.ts';
import { type Answers, currentAnswers, errorsIn, spelled } from './answers.ts';
import { ask } from './ask.ts';
import { settingsFile, writeAnswers } from './files.ts';

const { values: options } = parseArgs({ options: { answers: { type: 'string' } } });
const settings = readSettingsFile();
const before = currentAnswers(settings);
const answers = options.answers === undefined ? await askInTerminal() : answersIn(options.answers);

const errors = errorsIn(answers);
if (errors.length > 0) {
  end(`Nothing is written: these answers cannot be used.\n${errors.map((error) => `- ${error}`).join('\n')}`);
}
answers.areas = answers.areas.map(spelled);
writeAnswers(answers, before);
log.success(`Written: content/business.json, content/service-areas.json, ${settingsFile}.`);
for (const area of answers.areas) log.message(townsOf(area));
build();
for (const point of whatIsLeft()) log.message(point);

function readSettingsFile(): Record<string, string | undefined> {
  try {
    return existsSync(settingsFile) ? parseEnv(readFileSync(settingsFile, 'utf8')) : {};
  } catch {
    return end(`${settingsFile} cannot be read by this account. Run the command as root, with sudo.`);
  }
}

async function askInTerminal(): Promise<Answers> {
  if (!process.stdin.isTTY) {
    end(
      'npm run setup asks in a terminal. In a script, run "npm run setup -- --answers FILE" (docs/make-it-yours.md).',
    );
  }
  return (await ask(before)) ?? end('Stopped. Nothing is written.');
}

function answersIn(file: string): Answers {
  try {
    const given = JSON.parse(readFileSync(file, 'utf8'));
    const unknown = Object.keys(given).filter((key) => !(key in before));
    if (unknown.length > 0) {
      end(`${file} has "${unknown.join('", "')}". Known are ${Object.keys(before).join(', ')}.`);
    }
    return { ...before, ...given };
  } catch (error) {
    return end(`${file} cannot be read: ${(error as Error).message}. Write it as in docs/make-it-yours.md.`);
  }
}

/** Many towns share a name: the distance says which one is meant. */
function townsOf(area: Answers['areas'][number]): string {
  const found = resolveArea(area).area;
  const towns = found?.towns.map(
    ({ name, at }) => `${name} (${Math.round(milesBetween(found.downtown.at, at))} miles)`,
  );
  return `Around ${area.city}: ${towns?.join(', ')}. Another one of that name? Write its state, like "Galena, KS".`;
}

/** With what was just written, whatever the environment had before. */
function build(): void {
  const env = { ...process.env, SITE_URL: answers.siteUrl, SMTP_URL: answers.smtpUrl };
  const { status } = spawnSync('node', ['scripts/build.mjs', '--if-stale'], { env, stdio: 'inherit' });
  if (status !== 0)
    end('The facts are written, but the site is not built: see above. Then run "npm run check".');
}

function whatIsLeft(): string[] {
  return [
    `"npm start" shows the site at http://127.0.0.1:${process.env.PORT ?? '8080'}.`,
    `Claims, hours, payment and other facts are in content/business.json.`,
    'Left: services and their words, your pictures and logo (docs/make-it-yours.md). Then run "npm run check".',
    ...(answers.siteUrl ? [] : [`Left: the address, SITE_URL in ${settingsFile}.`]),
    ...(answers.smtpUrl
      ? []
      : [`Left: the mail server, SMTP_URL in ${settingsFile}. Until then requests are only files.`]),
  ];
}

function end(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
