import type { RequestState } from './request-status.ts';

/**
 * Whether nobody is handling a request yet, although it is open. This isn't in request-status.ts: see "Shared modules" in
 * docs/architecture.md.
 */
export const isUntaken = ({ state }: { state: RequestState }) =>
  state === 'received' || state === 'ringing' || state === 'unanswered';
