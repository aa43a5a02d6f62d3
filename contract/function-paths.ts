import { functionsPath } from './contact-fields.ts';
import { dispatchName } from './dispatch.ts';
import { requestStatusName } from './request-status.ts';
import { siteNowName } from './site-now.ts';

// Of the files with endpoint names, only this one imports contact-fields.ts, so scripts that need just a name don't pull
// contact-fields.ts out of the form's bundle.
export const requestStatusPath = `${functionsPath}/${requestStatusName}`;
export const siteNowPath = `${functionsPath}/${siteNowName}`;
export const dispatchPath = `${functionsPath}/${dispatchName}`;
/** Alarms that were already sent contain this name, so it can't change. */
export const takeName = 'acknowledge';
export const takePath = `${functionsPath}/${takeName}`;
