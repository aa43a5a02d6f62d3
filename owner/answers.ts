import { readFileSync } from 'node:fs';
import type { Language } from '../content/languages.ts';
import { printedPhone } from '../content/phone-number.ts';
import type { ServiceArea } from '../content/service-areas.ts';
import { placeholdersIn } from '../server/placeholders.ts';
import { readSettings } from '../server/settings.ts';
import { contentErrors } from '../site/check-content.ts';
import { colorErrors } from '../site/check-look.ts';
import { stateNames } from '../site/gazetteer/states.ts';
import { type Content, content } from '../site/owner-content.ts';
import { colorOf } from '../site/styles/palette.ts';

/** What `npm run setup` asks; a file for `--answers` holds the same as JSON, and may leave out what stays as it is. */
export interface Answers {
  name: string;
  /** As people write it. */
  phone: string;
  email: string;
  phoneLanguages: Language[];
  areas: readonly ServiceArea[];
  timeZone: string;
  claims: { yearsOfExperience: number; clients: number | ''; hoursSaved: number | '' };
  agency: { name: string; url: string };
  /** Of the signs. */
  color: string;
  siteUrl: string;
  smtpUrl: string;
}

/** What is in content/ and .env now. */
export function currentAnswers(environment: Record<string, string | undefined>): Answers {
  const { business, serviceAreas } = content;
  return {
    name: business.name,
    phone: business.phone,
    email: business.email,
    phoneLanguages: business.phoneLanguages,
    areas: serviceAreas,
    timeZone: business.timeZone,
    claims: business.claims,
    agency: business.agency,
    color: /--signs: (.+);/.exec(readFileSync('content/colors.css', 'utf8'))?.[1] ?? '',
    siteUrl: environment.SITE_URL ?? '',
    smtpUrl: environment.SMTP_URL ?? '',
  };
}

/** Whether the facts are still those of the example: they are no defaults for anybody. */
export const isExample = placeholdersIn(content.business).includes('name');

/** Sentences about what cannot be used; about what was wrong before only if the answers do not mend it. */
export function errorsIn(answers: Partial<Answers>): string[] {
  const { areas, color, siteUrl = '', smtpUrl = '', ...facts } = answers;
  const changed = {
    ...content,
    business: { ...content.business, ...facts, ...(facts.phone && { phone: e164(facts.phone) }) },
    serviceAreas: areas ?? content.serviceAreas,
  } as Content;
  return [
    ...contentErrors(changed),
    ...(color ? colorErrors((name) => (name === '--signs' ? hexOf(color) : colorOf(name))) : []),
    ...settingErrors({ SITE_URL: siteUrl, SMTP_URL: smtpUrl }),
  ];
}

function settingErrors(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    return [`${(error as Error).message}.`];
  }
}

/** The color, if it is one that setup can judge; otherwise as it was, which the build judges. */
function hexOf(color: string): string {
  if (/^#[\da-f]{6}$/i.test(color)) return color;
  else if (color === currentAnswers({}).color) return colorOf('--signs');
  else throw new Error(color);
}

/** "(817) 555-0163" as +18175550163; unchanged if it is no American number. */
export function e164(typed: string): string {
  const [, ...parts] = /^\+?1?\D*(\d{3})\D*(\d{3})\D*(\d{4})$/.exec(typed.trim()) ?? [];
  return parts.length > 0 ? `+1${parts.join('')}` : typed;
}

/** A number for people to read, if it is one. */
export function shownPhone(phone: string): string {
  try {
    return printedPhone(phone);
  } catch {
    return phone;
  }
}

/** "Texas" or "tx" as "TX". */
export function stateLetters(typed: string): string {
  const wanted = typed.trim().toLowerCase();
  return (
    Object.entries(stateNames).find(([, name]) => name.toLowerCase() === wanted)?.[0] ?? wanted.toUpperCase()
  );
}

const zones: Record<string, string> = {
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
};

/** The zone of most of a state. */
export function timeZoneOf(state: string): string {
  return Object.keys(zones).find((zone) => zones[zone]?.split(' ').includes(state)) ?? 'America/New_York';
}
