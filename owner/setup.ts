// npm run setup: asks for the facts of a business, writes them into content/ and .env, and builds the site.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { confirm, isCancel, log } from '@clack/prompts';
import { type Answers, currentAnswers, e164, errorsIn } from './answers.ts';
import { ask } from './ask.ts';
import { changedFiles, type WrittenFile, writeFiles } from './files.ts';

const { values: options } = parseArgs({ options: { answers: { type: 'string' } } });
const before = currentAnswers(process.env);
const answers = options.answers === undefined ? await askInTerminal() : answersIn(options.answers);
answers.phone = e164(answers.phone);

const errors = errorsIn(answers);
if (errors.length > 0) {
  end(`Nothing is written: these answers cannot be used.\n${errors.map((error) => `- ${error}`).join('\n')}`);
}

const written = await chosen(changedOrEnd());
writeFiles(written, answers, before);
build();

async function askInTerminal(): Promise<Answers> {
  if (!process.stdin.isTTY) {
    end(
      'npm run setup asks in a terminal. In a script, run "npm run setup -- --answers FILE" (docs/make-it-yours.md).',
    );
  }
  return (await ask(before)) ?? end('Stopped. Nothing is written.');
}

function answersIn(file: string): Answers {
  if (!existsSync(file))
    end(`There is no file ${file}. Name one with your answers, as docs/make-it-yours.md has it.`);
  try {
    const given = JSON.parse(readFileSync(file, 'utf8'));
    const unknown = Object.keys(given).filter((key) => !(key in before));
    if (unknown.length > 0) {
      end(`${file} has "${unknown.join('", "')}". Known are ${Object.keys(before).join(', ')}.`);
    }
    const claims = { ...before.claims, ...given.claims };
    const agency = { ...before.agency, ...given.agency };
    return { ...before, ...given, claims, agency };
  } catch (error) {
    return end(`${file} is no JSON: ${(error as Error).message}. Write it as in docs/make-it-yours.md.`);
  }
}

function changedOrEnd(): WrittenFile[] {
  try {
    return changedFiles(answers, before);
  } catch (error) {
    return end((error as Error).message);
  }
}

/** Shows what would be written. A file that somebody edited since is left alone unless they say so. */
async function chosen(changed: readonly WrittenFile[]): Promise<WrittenFile[]> {
  const accepted: WrittenFile[] = [];
  for (const file of changed) {
    const { path, difference, isEdited } = file;
    log.message(
      `${path}${isEdited ? ', which was edited since setup wrote it' : ''}\n${difference.join('\n')}`,
    );
    if (!isEdited || (await agreed(`Write ${path} anyway?`, false))) accepted.push(file);
    else log.warn(`${path} is left as it is.`);
  }
  if (accepted.length === 0) log.message('Nothing is to be written.');
  else if (!options.answers && !(await agreed('Write this?', true))) end('Stopped. Nothing is written.');
  return accepted;
}

async function agreed(message: string, initialValue: boolean): Promise<boolean> {
  if (options.answers) return false;
  const answer = await confirm({ message, initialValue });
  return isCancel(answer) ? end('Stopped. Nothing is written.') : answer;
}

/** With what was just written, whatever the environment had from .env before. */
function build(): void {
  const env = { ...process.env, SITE_URL: answers.siteUrl, SMTP_URL: answers.smtpUrl };
  const { status } = spawnSync('node', ['scripts/build.mjs', '--if-stale'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0)
    end('The facts are written, but the site is not built: see above. Then run "npm run check".');
  const port = process.env.PORT ?? '8080';
  log.success(`The site is built. "npm start" shows it at http://127.0.0.1:${port}.`);
  log.message(
    'Not asked here: services and their words, pictures. docs/make-it-yours.md says where they are; "npm run check" finds what is left of the former business.',
  );
}

function end(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
