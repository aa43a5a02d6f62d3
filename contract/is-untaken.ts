import type { RequestState } from './request-status.ts';

/**
 * Whether nobody is handling a request yet, although it is open. This isn't in request-status.ts, because a shared file
 * would make the driver's page load another script.
 */
export const isUntaken = ({ state }: { state: RequestState }) =>
  state === 'received' || state === 'ringing' || state === 'unanswered';
