import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { ServiceArea, Town } from '../content/service-areas.ts';
import { placeholderFacts } from '../server/placeholders.ts';
import { type Answers, e164 } from './answers.ts';

/** What setup wrote, so that it knows an owner's edits from its own, and the facts that it replaced. */
const recordFile = 'content/setup.json';

export interface WrittenFile {
  path: string;
  text: string;
  /** Somebody changed the file after setup had written it. */
  isEdited: boolean;
  /** The lines that differ, as "- former" and "+ new". */
  difference: string[];
}

interface Record {
  files: { [path: string]: string };
  former: string[];
}

/** The files that the answers change. */
export function changedFiles(answers: Answers, before: Answers): WrittenFile[] {
  const { files } = readRecord();
  const texts = {
    'content/business.ts': businessText,
    'content/service-areas.ts': areasText,
    'content/colors.css': colorsText,
    '.env': environmentText,
  };
  return Object.entries(texts).flatMap(([path, textFrom]) => {
    const current = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const text = textFrom(current, answers, before);
    const isEdited = files[path] !== undefined && files[path] !== hashOf(current);
    return text === current ? [] : [{ path, text, isEdited, difference: differenceOf(current, text) }];
  });
}

/** Writes the files, and notes what they were and which facts are no longer those of the business. */
export function writeFiles(changed: readonly WrittenFile[], answers: Answers, before: Answers): void {
  const record = readRecord();
  for (const { path, text } of changed) {
    writeFileSync(path, text, { mode: path === '.env' ? 0o600 : 0o644 });
    record.files[path] = hashOf(text);
  }
  const now = factsOf(answers).join('\n');
  const former = new Set([...record.former, ...factsOf(before)]);
  record.former = [...former].filter((fact) => fact !== '' && !now.includes(fact));
  writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`);
}

/** Facts that must not be found anywhere any more: those that setup replaced, and the example's. */
export function formerFacts(current: Answers): string[] {
  const now = factsOf(current).join('\n');
  return [...new Set([...readRecord().former, ...placeholderFacts])].filter((fact) => !now.includes(fact));
}

const factsOf = ({ name, phone, email, agency, areas, siteUrl }: Answers) => [
  name,
  e164(phone),
  email,
  agency.name,
  ...areas.map(({ city }) => city),
  siteUrl,
];

function readRecord(): Record {
  return existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : { files: {}, former: [] };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

function businessText(text: string, answers: Answers, before: Answers): string {
  const { name, phone, email, claims, phoneLanguages, timeZone, agency } = answers;
  const values = {
    name: literal(name),
    phone: literal(e164(phone)),
    email: literal(email),
    claims: `{ yearsOfExperience: ${claims.yearsOfExperience}, clients: ${literal(claims.clients)} as number | '', hoursSaved: ${literal(claims.hoursSaved)} as number | '' }`,
    phoneLanguages: `${literal(phoneLanguages)} as Language[]`,
    timeZone: literal(timeZone),
    agency: literal(agency),
    ...(name !== before.name && { copyrightYear: String(new Date().getFullYear()) }),
  };
  return Object.entries(values).reduce((changed, [key, value]) => {
    const line = new RegExp(`^  ${key}: .*,$`, 'm');
    if (!line.test(changed)) {
      throw new Error(
        `content/business.ts has no line "  ${key}: …,". Write it on one line, like "${key}: ${value},".`,
      );
    }
    return changed.replace(line, () => `  ${key}: ${value},`);
  }, text);
}

/** What stands for an area or town already keeps its place on the map. */
function areasText(text: string, { areas }: Answers, before: Answers): string {
  if (isDeepStrictEqual(areas, before.areas)) return text;
  const start = text.indexOf('export const serviceAreas');
  const written = areas.map((area) => {
    const same = before.areas.find(({ state, city }) => state === area.state && city === area.city);
    const { state, city, averageMinutes, downtown = same?.downtown, map } = area;
    const towns = area.towns.map(
      (town) => same?.towns.find((other) => nameOf(other) === nameOf(town)) ?? town,
    );
    const facts: ServiceArea = {
      state,
      city,
      averageMinutes,
      ...(downtown && { downtown }),
      towns,
      ...(map === false && { map }),
    };
    const lines = Object.entries(facts).map(([key, value]) => `    ${key}: ${literal(value)},\n`);
    return `  {\n${lines.join('')}  },\n`;
  });
  return `${text.slice(0, start)}export const serviceAreas: readonly ServiceArea[] = [\n${written.join('')}];\n`;
}

const nameOf = (town: string | Town) => (typeof town === 'string' ? town : town.name);

function colorsText(text: string, { color }: Answers, before: Answers): string {
  if (color === before.color) return text;
  return text
    .replace(/--signs: .+;/, `--signs: ${color};`)
    .replace(/--signs-light: .+;/, `--signs-light: color-mix(in oklch, ${color} 40%, white);`);
}

function environmentText(text: string, { siteUrl, smtpUrl }: Answers): string {
  return Object.entries({ SITE_URL: siteUrl, SMTP_URL: smtpUrl }).reduce((changed, [name, value]) => {
    const line = new RegExp(`^${name}=.*$`, 'm');
    if (line.test(changed)) return changed.replace(line, () => `${name}=${value}`);
    else
      return value
        ? `${changed}${changed && !changed.endsWith('\n') ? '\n' : ''}${name}=${value}\n`
        : changed;
  }, text);
}

/** A value in TypeScript, as a person would write it. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  else if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`;
  else if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, inner]) => `${key}: ${literal(inner)}`);
  return `{ ${entries.join(', ')} }`;
}

/** Passwords are not shown. */
function differenceOf(current: string, text: string): string[] {
  const [before, after] = [current.split('\n'), text.split('\n')];
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ].map((line) => line.replace(/(:\/\/[^:]*:)[^@]+@/, '$1…@'));
}
