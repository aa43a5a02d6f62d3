import type { Clock } from '../clock.ts';
import type { Outcome } from '../mail/transport.ts';
import type { SharedState } from '../store/shared-state.ts';
import { backOff, options } from './options.ts';
import { sharedValue } from './shared-value.ts';

interface MailServer {
  failures: number;
  closedUntil: number;
  deferring: boolean;
  retryDeferredAt: number;
}

/**
 * What recent attempts reveal about the mail server. While it is unreachable, one email at a time is sent as
 * a probe, and pending messages cost nothing.
 */
export function mailServerState(clock: Clock, random: () => number, shared?: SharedState) {
  const { get, change, refresh } = sharedValue<MailServer>({
    name: 'mail server',
    clock,
    shared,
    initial: { failures: 0, closedUntil: 0, deferring: false, retryDeferredAt: 0 },
    shift: (state, by) => ({
      ...state,
      closedUntil: state.closedUntil + by,
      retryDeferredAt: state.retryDeferredAt + by,
    }),
  });

  return {
    /** Loads what other servers have observed. */
    refresh,

    isOpen: () => clock.elapsed() >= get().closedUntil,
    concurrency: () => (get().failures === 0 ? options.concurrency : 1),

    /**
     * Returns true when a server that was deferring emails has just accepted one: retry the deferred ones.
     */
    observe(outcome: Outcome): boolean {
      if (outcome === 'unreachable' || outcome === 'login refused' || outcome === 'no answer') {
        const chance = random();
        change((state, now) => closed(state, now, outcome, chance));
        return false;
      }
      const { deferring, retryDeferredAt, failures, closedUntil } = get();
      const isAcceptingAgain = outcome === 'accepted' && deferring && clock.elapsed() >= retryDeferredAt;
      // A success while all is well changes nothing, so there is nothing to share.
      if (isAcceptingAgain || outcome === 'deferred' || failures > 0 || closedUntil > clock.elapsed()) {
        change((state, now) => ({
          failures: 0,
          closedUntil: Math.min(state.closedUntil, now),
          deferring: outcome === 'deferred' || (state.deferring && !isAcceptingAgain),
          retryDeferredAt: isAcceptingAgain ? now + options.deferredRetryInterval : state.retryDeferredAt,
        }));
      }
      return isAcceptingAgain;
    },
  };
}

/** Concurrent attempts fail together and count as one failure. */
function closed(state: MailServer, now: number, outcome: Outcome, chance: number): MailServer {
  if (now < state.closedUntil) {
    return state;
  }
  const failures = state.failures + 1;
  const pause =
    outcome === 'login refused' ? options.loginRefused : backOff(options.connection, failures, chance);
  return { ...state, failures, closedUntil: now + pause };
}
