import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { business } from '../content/business.ts';
import { placeholderFacts } from '../server/placeholders.ts';
import { type Answers, e164, isExample } from './answers.ts';

/** Where the server's settings are: on a server in the file that systemd reads, as root. */
export const settingsFile = existsSync('/etc/diesel-site.env') ? '/etc/diesel-site.env' : '.env';

/** Facts that setup has replaced, so that `npm run check` finds them. */
const formerFile = 'content/former-facts.json';

/** Writes the answers into content/ and the settings, and keeps the facts that they replace. */
export function writeAnswers(answers: Answers, before: Answers): void {
  const { areas, siteUrl, smtpUrl, ...facts } = answers;
  const former = [...new Set([...replacedFacts(), ...factsOf(before)])];
  change('content/business.json', {
    ...facts,
    phone: e164(answers.phone),
    ...(isExample && { copyrightYear: new Date().getFullYear(), agency: { name: '', url: '' } }),
  });
  change('content/service-areas.json', { areas });
  change(formerFile, { facts: former.filter((fact) => !isPresent(fact, answers)) });
  writeSettings({ SITE_URL: siteUrl, SMTP_URL: smtpUrl });
}

/** Facts that must not be found anywhere any more: those that setup replaced, and the example's. */
export function formerFacts(current: Answers): string[] {
  return [...new Set([...replacedFacts(), ...placeholderFacts])].filter((fact) => !isPresent(fact, current));
}

const replacedFacts = (): string[] => read(formerFile).facts ?? [];

const factsOf = ({ name, phone, email, areas, siteUrl }: Answers) =>
  [name, e164(phone), email, ...areas.map(({ city }) => city), siteUrl].filter(Boolean);

/** Also as part of another fact, or as one of the towns, in whatever spelling. */
function isPresent(fact: string, answers: Answers): boolean {
  const present = JSON.stringify([factsOf(answers), answers.areas, business.agency]);
  return present.toLowerCase().includes(fact.toLowerCase());
}

const read = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Short lists stay on one line. */
function change(file: string, changed: object): void {
  const text = JSON.stringify({ ...read(file), ...changed }, null, 2).replace(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_, items: string) => `[${items.replaceAll(/,\n\s+/g, ', ')}]`,
  );
  writeFileSync(file, `${text}\n`);
}

/** A file of settings holds passwords: only its owner may read it. */
function writeSettings(settings: Record<string, string>): void {
  const kept = existsSync(settingsFile) ? readFileSync(settingsFile, 'utf8').split(/\r?\n/) : [];
  const others = kept.filter((line) => line !== '' && !(line.split('=', 1).join() in settings));
  const lines = Object.entries(settings).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []));
  if (lines.length > 0 || kept.length > 0) {
    writeFileSync(settingsFile, `${[...others, ...lines].join('\n')}\n`, { mode: 0o600 });
  }
}
