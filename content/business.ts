import facts from './business.json' with { type: 'json' };
import type { Business } from './schema.ts';

/** The facts of the business, as schema.ts describes them. */
export const business = facts as unknown as Business;
