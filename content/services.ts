import type { ServiceFact } from './schema.ts';
import facts from './services.json' with { type: 'json' };
import type { Words } from './words/schema.ts';

/** The id of a service in the form. */
export type FormService = keyof Words['form']['services'];
export type Service = ServiceFact & { id: keyof Words['services']['items'] };

/**
 * The services, in display order. Their words are in words/, under `services.items`. Services in the form also have
 * words under `form.services` and `extras.hints`.
 */
export const services = facts.services as unknown as readonly Service[];
