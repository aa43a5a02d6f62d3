import { functionsPath } from './contact-fields.ts';
import { dispatchName } from './dispatch.ts';
import { requestStatusName } from './request-status.ts';
import { siteNowName } from './site-now.ts';

// Don't import contact-fields.ts in the files that define the names. A script that needs only a name would then share
// contact-fields.ts with the form, and the bundler would split it into one more file.
export const requestStatusPath = `${functionsPath}/${requestStatusName}`;
export const siteNowPath = `${functionsPath}/${siteNowName}`;
export const dispatchPath = `${functionsPath}/${dispatchName}`;
/** Alarms that were already sent contain this name, so it can't change. */
export const takeName = 'acknowledge';
export const takePath = `${functionsPath}/${takeName}`;
