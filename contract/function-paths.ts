import { functionsPath } from './contact-fields.ts';
import { dispatchName } from './dispatch.ts';
import { requestStatusName } from './request-status.ts';
import { siteNowName } from './site-now.ts';

// Paths are in their own file, because this file imports contact-fields.ts. A browser script that needs only a name
// must not import contact-fields.ts, or the bundler moves that module out of the form's bundle.
export const requestStatusPath = `${functionsPath}/${requestStatusName}`;
export const siteNowPath = `${functionsPath}/${siteNowName}`;
export const dispatchPath = `${functionsPath}/${dispatchName}`;
/** Alarms that were already sent contain this name, so it can't change. */
export const takeName = 'acknowledge';
export const takePath = `${functionsPath}/${takeName}`;
