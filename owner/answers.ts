import { business } from '../content/business.ts';
import { findExampleFacts } from '../content/example-facts.ts';
import type { Business, ServiceArea } from '../content/schema.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { validateContent } from '../site/check-content.ts';
import { type Content, content } from '../site/owner-content.ts';

/**
 * The facts that setup may change: content/business.json and the service areas. A file for `--answers` contains them as
 * JSON, and may omit unchanged facts.
 */
export type SetupAnswers = Business & { areas: readonly ServiceArea[] };

/**
 * Whether the site still has the example's name. If so, setup suggests only the example's languages and
 * `worksOnShoulders`, not its other facts.
 */
export const isExampleSite = findExampleFacts(business).includes('name');

/**
 * The facts before setup. If they are the example's, its claims, credentials, and agency are left out, and the
 * copyright year is the current one.
 */
export const currentFacts: SetupAnswers = {
  ...business,
  areas: serviceAreas,
  ...(isExampleSite && {
    claims: { yearsOfExperience: '', clients: '', hoursSaved: '' },
    credentials: { aseCertified: false, licensedAndInsured: false },
    copyrightYear: new Date().getFullYear(),
    agency: { name: '', url: '' },
  }),
};

/** Returns a sentence for each unusable answer. */
export function validateAnswers({ areas = serviceAreas, ...facts }: Partial<SetupAnswers>): string[] {
  const changed = { ...content, business: { ...business, ...facts }, serviceAreas: areas };
  return validateContent(changed as Content);
}
