import facts from './business.json' with { type: 'json' };
import { e164 } from './phone-number.ts';
import type { Business } from './schema.ts';

/** The facts of the business, as schema.ts describes them, with the numbers in E.164. */
export const business = {
  ...facts,
  phone: e164(facts.phone),
  textLine: e164(facts.textLine),
} as unknown as Business;
