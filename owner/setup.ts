// npm run setup: asks for the facts of a business, writes them into content/, and builds the site.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { log } from '@clack/prompts';
import { tryLogin } from '../server/mail/smtp.ts';
import { environmentOfServer } from '../server/settings/environment.ts';
import { readSettings } from '../server/settings/settings.ts';
import { resolveArea } from '../site/gazetteer/resolve-area.ts';
import { milesBetween } from '../site/position/geometry.ts';
import { type Answers, errorsIn, presentFacts } from './answers.ts';
import { ask } from './ask.ts';
import { writeAnswers } from './files.ts';

const { values: options } = parseArgs({ options: { answers: { type: 'string' } } });
const answers = options.answers === undefined ? await askInTerminal() : answersIn(options.answers);

const errors = errorsIn(answers);
if (errors.length > 0) {
  end(`Nothing is written: these answers cannot be used.\n${errors.map((error) => `- ${error}`).join('\n')}`);
}
writeAnswers(answers);
log.success('Written: content/business.json, content/service-areas.json.');
for (const area of answers.areas) {
  log.message(townsOf(area));
}
const { status } = spawnSync('node', ['scripts/build.mjs', '--if-stale'], { stdio: 'inherit' });
if (status !== 0) {
  end('The facts are written, but the site is not built: see above. Then run "npm run check".');
}
log.message('"npm start" shows the site. Payment, rates, profiles and other facts: content/business.json.');
log.message('If not done yet: services and their words, pictures and logo. Then run "npm run check".');
log.message(await mailPoint());

async function mailPoint(): Promise<string> {
  try {
    const environment = environmentOfServer();
    const { mailApi, smtpServer, siteUrl } = readSettings(environment);
    const unset = ['SITE_URL', 'MAIL_TO'].filter((name) => !environment[name]);
    if (!smtpServer && !mailApi) {
      unset.push('SMTP_URL');
    }
    if (unset.length > 0) {
      log.message(`Left: ${unset.join(', ')} in .env (docs/make-it-yours.md).`);
    }
    if (mailApi) {
      return '"npm run launch-check" tries MAIL_API_KEY with a test email, once the site is online.';
    }
    if (!smtpServer) {
      return 'Until SMTP_URL is set, requests are only written to files.';
    }
    const fault = await tryLogin(smtpServer, siteUrl);
    if (fault) {
      return `SMTP_URL does not work (${fault}): correct it. Gmail needs an app password.`;
    }
    return `SMTP_URL works: the mail server ${smtpServer.login ? 'takes the login' : 'answers'}.`;
  } catch (error) {
    return (error as Error).message;
  }
}

async function askInTerminal(): Promise<Answers> {
  if (!process.stdin.isTTY) {
    end(
      'npm run setup asks in a terminal. In a script, run "npm run setup -- --answers FILE" (docs/make-it-yours.md).',
    );
  }
  return ask(presentFacts);
}

function answersIn(file: string): Answers {
  try {
    return { ...presentFacts, ...JSON.parse(readFileSync(file, 'utf8')) };
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
  return `Around ${found?.city}: ${towns?.join(', ')}. Another one of that name? Write its state, like "Galena, KS".`;
}

function end(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
