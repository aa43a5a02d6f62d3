import type { Clock } from '../clock.ts';
import type { CollectiveTerms } from '../store/request-store.ts';
import { terms } from './terms.ts';

export type Collecting = ReturnType<typeof collecting>;

const { after, within } = terms.collective;

/**
 * Holds a flood back from the owner's mailbox. After so many mails within a time, those that follow
 * go out together, one mail each such time, until no more come than could go by themselves.
 * Measured on a clock that never jumps, and forgotten at a restart.
 */
export function collecting(clock: Pick<Clock, 'elapsed'>) {
  let arrivals: number[] = [];
  let isFlood = false;
  let nextAt = clock.elapsed() + within;

  return {
    /** How many mails may be begun by themselves now. */
    free(underWay: number): number {
      return isFlood ? 0 : after - recent().length - underWay;
    },

    /** What a new collective mail would take now. What fell for the honeypot always waits for one. */
    assemble(): CollectiveTerms['assemble'] {
      if (clock.elapsed() < nextAt) {
        return 'nothing';
      } else {
        return isFlood ? 'all' : 'trapped';
      }
    },

    /** A mail has reached the owner, or may have. */
    arrived(): void {
      arrivals = [...recent(), clock.elapsed()];
      if (!isFlood && arrivals.length >= after) {
        isFlood = true;
        nextAt = clock.elapsed() + within;
      }
    },

    /** A collective mail was begun, or there was nothing for one, and so many found no room. */
    collected(requests: number, left: number): void {
      nextAt = clock.elapsed() + within;
      isFlood = isFlood && (requests > after || left > 0);
    },
  };

  function recent(): number[] {
    const earliest = clock.elapsed() - within;
    return arrivals.filter((at) => at > earliest);
  }
}
