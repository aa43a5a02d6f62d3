import { functionsPath } from './contact-fields.ts';
import { dispatchName } from './dispatch.ts';
import { requestStatusName } from './request-status.ts';
import { siteNowName } from './site-now.ts';

// The paths are separate from the names, because they need the module of the form's fields. If another script imported
// that module, the bundler would move it out of the form's bundle.
export const requestStatusPath = `${functionsPath}/${requestStatusName}`;
export const siteNowPath = `${functionsPath}/${siteNowName}`;
export const dispatchPath = `${functionsPath}/${dispatchName}`;
/** Alarms that were already sent contain this name, so it can't change. */
export const takeName = 'acknowledge';
export const takePath = `${functionsPath}/${takeName}`;
