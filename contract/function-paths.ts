import { functionsPath } from './contact-fields.ts';
import { dispatchName } from './dispatch.ts';
import { requestStatusName } from './request-status.ts';
import { siteNowName } from './site-now.ts';

// The paths are separate from the names, because they need the module of the form's fields. Any script that imports
// that module would move it out of the form's own bundle.
export const requestStatusPath = `${functionsPath}/${requestStatusName}`;
export const siteNowPath = `${functionsPath}/${siteNowName}`;
export const dispatchPath = `${functionsPath}/${dispatchName}`;
export const acknowledgeName = 'acknowledge';
export const acknowledgePath = `${functionsPath}/${acknowledgeName}`;
