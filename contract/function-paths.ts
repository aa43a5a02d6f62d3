import { functionsPath } from './contact-fields.ts';
import { dispatchName } from './dispatch.ts';
import { liveChangesName } from './live-changes.ts';
import { requestStatusName } from './request-status.ts';

// The files that define the names must not import contact-fields.ts. Otherwise, scripts that need only a name would
// share contact-fields.ts with the form: see "Shared modules" in docs/architecture.md.
export const requestStatusPath = `${functionsPath}/${requestStatusName}`;
export const liveChangesPath = `${functionsPath}/${liveChangesName}`;
export const dispatchPath = `${functionsPath}/${dispatchName}`;
/** Alarms that were already sent contain this name, so it can't change. */
export const takeName = 'acknowledge';
export const takePath = `${functionsPath}/${takeName}`;
