import { functionsPath } from './contact-fields.ts';
import { dispatchName } from './dispatch.ts';
import { requestStatusName } from './request-status.ts';
import { siteNowName } from './site-now.ts';

// Apart from the names, because a script that imported the form's fields would take them out of the form's own file.
export const requestStatusPath = `${functionsPath}/${requestStatusName}`;
export const siteNowPath = `${functionsPath}/${siteNowName}`;
export const dispatchPath = `${functionsPath}/${dispatchName}`;
export const acknowledgeName = 'acknowledge';
export const acknowledgePath = `${functionsPath}/${acknowledgeName}`;
