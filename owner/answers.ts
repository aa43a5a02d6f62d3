import { business } from '../content/business.ts';
import { placeholdersIn } from '../content/placeholders.ts';
import type { Business, ServiceArea } from '../content/schema.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { contentErrors } from '../site/check-content.ts';
import { type Content, content } from '../site/owner-content.ts';

/**
 * What setup may change: the facts of content/business.json, and the areas. A file for `--answers` holds the same as
 * JSON, and may leave out what stays as it is.
 */
export type Answers = Business & { areas: readonly ServiceArea[] };

/** Whether the facts are still those of the example: they are no defaults for anybody. */
export const isExample = placeholdersIn(business).includes('name');

/** The present facts. What only the example may claim is left out. */
export const presentFacts: Answers = {
  ...business,
  areas: serviceAreas,
  ...(isExample && {
    claims: { yearsOfExperience: '', clients: '', hoursSaved: '' },
    credentials: { aseCertified: false, licensedAndInsured: false },
    copyrightYear: new Date().getFullYear(),
    agency: { name: '', url: '' },
  }),
};

/** Sentences about what cannot be used. */
export function errorsIn({ areas = serviceAreas, ...facts }: Partial<Answers>): string[] {
  const changed = { ...content, business: { ...business, ...facts }, serviceAreas: areas };
  return contentErrors(changed as Content);
}
