import { business } from '../content/business.ts';
import type { Language } from '../content/languages.ts';
import type { Business, ServiceArea } from '../content/schema.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { placeholdersIn } from '../server/placeholders.ts';
import { readSettings } from '../server/settings.ts';
import { contentErrors } from '../site/check-content.ts';
import { resolveArea } from '../site/gazetteer/resolve-area.ts';
import { type Content, content } from '../site/owner-content.ts';

/** What `npm run setup` asks. A file for `--answers` holds the same as JSON, and may leave out what stays as it is. */
export interface Answers {
  name: string;
  /** As people write it. */
  phone: string;
  email: string;
  phoneLanguages: Language[];
  claims: Business['claims'];
  credentials: Business['credentials'];
  hours: Business['hours'];
  worksOnShoulders: boolean;
  areas: readonly ServiceArea[];
  timeZone: string;
  siteUrl: string;
  smtpUrl: string;
}

/** What content/ and the settings have now. */
export function currentAnswers(settings: Record<string, string | undefined>): Answers {
  const { name, phone, email, phoneLanguages, claims, timeZone } = business;
  const { credentials, hours, worksOnShoulders } = business;
  const { SITE_URL: siteUrl = '', SMTP_URL: smtpUrl = '' } = settings;
  return {
    ...{ name, phone, email, phoneLanguages, areas: serviceAreas, timeZone },
    ...{ claims, credentials, hours, worksOnShoulders, siteUrl, smtpUrl },
  };
}

/** Whether the facts are still those of the example: they are no defaults for anybody. */
export const isExample = placeholdersIn(business).includes('name');

/** Sentences about what cannot be used. */
export function errorsIn({ areas, siteUrl = '', smtpUrl = '', ...facts }: Partial<Answers>): string[] {
  const phone = e164(facts.phone ?? business.phone);
  const changed = {
    ...content,
    business: { ...business, ...facts, phone },
    serviceAreas: areas ?? serviceAreas,
  } as Content;
  return [...contentErrors(changed), ...settingErrors({ SITE_URL: siteUrl, SMTP_URL: smtpUrl })];
}

function settingErrors(settings: Record<string, string>): string[] {
  try {
    readSettings(settings);
    return [];
  } catch (error) {
    return [`${(error as Error).message}.`];
  }
}

/** "(817) 555-0163" as +18175550163; unchanged if it is no American number. */
export function e164(typed: string): string {
  const [, ...parts] = /^\+?1?\D*(\d{3})\D*(\d{3})\D*(\d{4})$/.exec(typed.trim()) ?? [];
  return parts.length > 0 ? `+1${parts.join('')}` : typed;
}

/** The area with its city and towns spelled as the gazetteer has them. What the present facts say of a town stays. */
export function spelled(area: ServiceArea): ServiceArea {
  const found = resolveArea(area).area;
  if (!found) return area;
  const before = serviceAreas.find(({ state, city }) => state === area.state && city === found.city);
  const towns = area.towns.map((town, index) => {
    const name = found.towns[index]?.name ?? '';
    const kept = before?.towns.find((other) => typeof other !== 'string' && other.name === name);
    return typeof town === 'string' ? (kept ?? town.replace(/^[^,]+/, name)) : town;
  });
  return { ...area, city: found.city, ...(before?.downtown && { downtown: before.downtown }), towns };
}
