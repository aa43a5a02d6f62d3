import { fieldNames, limits } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';

/** The request that a health check saves and removes: as large as the longest one in Latin letters. */
export const probe = {
  fields: {
    ...(Object.fromEntries(fieldNames.map((name) => [name, '0'])) as ContactRequest),
    name: 'health check',
    service: 'emergency' as const,
    message: 'x'.repeat(limits.message),
  },
  language: 'en' as const,
};
