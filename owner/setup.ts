// npm run setup: asks for the facts of a business or reads them from a file, writes them into content/, and builds the
// site.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { log } from '@clack/prompts';
import { findLoginFault } from '../server/mail/smtp.ts';
import { readServerEnvironment } from '../server/settings/environment.ts';
import { readSettings } from '../server/settings/settings.ts';
import { resolveArea } from '../site/gazetteer/resolve-area.ts';
import { measureMiles } from '../site/position/geometry.ts';
import { currentFacts, type SetupAnswers, validateAnswers } from './answers.ts';
import { ask } from './ask.ts';
import { writeAnswers } from './write-answers.ts';

const usage = `npm run setup                      asks for the facts of your business
npm run setup -- --answers FILE    reads the facts from a file, written as in content/business.json`;

const options = readOptions();
if (options.help) {
  console.log(usage);
  process.exit(0);
}
const answers = options.answers === undefined ? await askInTerminal() : readAnswers(options.answers);

const errors = validateAnswers(answers);
if (errors.length > 0) {
  exitWithError(
    `Nothing was saved, because these answers have mistakes:\n${errors.map((error) => `- ${error}`).join('\n')}`,
  );
}
writeAnswers(answers);
log.success('Saved: content/business.json, content/service-areas.json.');
for (const area of answers.areas) {
  log.message(describeTowns(area));
}
const { status } = spawnSync('node', ['scripts/build.mjs', '--if-stale'], { stdio: 'inherit' });
if (status !== 0) {
  exitWithError('The facts are saved, but the build failed. Fix the error above, then run "npm run check".');
}
log.message(
  '"npm start" shows the site. Add payment, rates, profiles, and other facts to content/business.json.',
);
log.message(
  'Next, replace the services and their words, the pictures and the logo. Then run "npm run check".',
);
log.message(await describeMail());

async function describeMail(): Promise<string> {
  try {
    const environment = readServerEnvironment();
    const { mailApi, smtpServer, siteUrl } = readSettings(environment);
    if (mailApi) {
      return 'Once the site is online, "npm run launch-check" tries MAIL_API_KEY with a test email.';
    }
    if (!smtpServer) {
      return 'Until you set SMTP_URL, requests are only written to files.';
    }
    const fault = await findLoginFault(smtpServer, siteUrl);
    if (fault) {
      return `SMTP_URL does not work (${fault}): correct it. Gmail needs an app password.`;
    }
    return `SMTP_URL works: the mail server ${smtpServer.login ? 'accepts the login' : 'answers'}.`;
  } catch (error) {
    return (error as Error).message;
  }
}

function readOptions() {
  try {
    return parseArgs({ options: { answers: { type: 'string' }, help: { type: 'boolean' } } }).values;
  } catch (error) {
    return exitWithError(`${(error as Error).message}.\n\n${usage}`);
  }
}

async function askInTerminal(): Promise<SetupAnswers> {
  if (!process.stdin.isTTY) {
    exitWithError(
      'npm run setup needs a terminal. In a script, run "npm run setup -- --answers FILE". FILE contains the new facts as JSON, as in content/business.json.',
    );
  }
  return ask(currentFacts);
}

function readAnswers(file: string): SetupAnswers {
  try {
    return { ...currentFacts, ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch (error) {
    return exitWithError(
      `Couldn't read ${file}: ${(error as Error).message}. The file must contain facts as JSON, as in content/business.json.`,
    );
  }
}

/** Lists an area's towns with their distances, because many towns share a name. */
function describeTowns(area: SetupAnswers['areas'][number]): string {
  const found = resolveArea(area).area;
  const towns = found?.towns.map(
    ({ name, at }) => `${name} (${Math.round(measureMiles(found.downtown.at, at))} miles)`,
  );
  return `Around ${found?.city}: ${towns?.join(', ')}. If one of these is the wrong town with the right name, add its state, like "Galena, KS".`;
}

function exitWithError(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
