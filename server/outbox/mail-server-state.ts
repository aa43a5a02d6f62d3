import type { Clock } from '../clock.ts';
import type { Outcome } from '../mail/transport.ts';
import type { SharedState } from '../store/shared-state.ts';
import { backOff, options } from './options.ts';
import { sharedValue } from './shared-value.ts';

interface MailServer {
  failures: number;
  closedUntil: number;
  deferring: boolean;
  deferredAgainAt: number;
}

/**
 * What the last attempts tell about the mail server. While it cannot be reached one email at a time
 * is sent as a probe, and what is pending costs nothing.
 */
export function mailServerState(clock: Clock, random: () => number, shared?: SharedState) {
  const { get, change, learn } = sharedValue<MailServer>({
    name: 'mail server',
    clock,
    shared,
    initial: { failures: 0, closedUntil: 0, deferring: false, deferredAgainAt: 0 },
    shift: (state, by) => ({
      ...state,
      closedUntil: state.closedUntil + by,
      deferredAgainAt: state.deferredAgainAt + by,
    }),
  });

  return {
    /** Learns what other servers have met. */
    learnFromOthers: learn,

    isOpen: () => clock.elapsed() >= get().closedUntil,
    concurrency: () => (get().failures === 0 ? options.concurrency : 1),

    /** True when the server, which deferred emails, has just taken one: the deferred ones need not wait. */
    learn(outcome: Outcome): boolean {
      if (outcome === 'unreachable' || outcome === 'login refused' || outcome === 'no answer') {
        const chance = random();
        change((state, now) => closed(state, now, outcome, chance));
        return false;
      }
      const { deferring, deferredAgainAt, failures, closedUntil } = get();
      const takesMailAgain = outcome === 'accepted' && deferring && clock.elapsed() >= deferredAgainAt;
      // An accepted email while all is well changes nothing: the others need not hear of it.
      if (takesMailAgain || outcome === 'deferred' || failures > 0 || closedUntil > clock.elapsed()) {
        change((state, now) => ({
          failures: 0,
          closedUntil: Math.min(state.closedUntil, now),
          deferring: outcome === 'deferred' || (state.deferring && !takesMailAgain),
          deferredAgainAt: takesMailAgain ? now + options.deferredAgain : state.deferredAgainAt,
        }));
      }
      return takesMailAgain;
    },
  };
}

/** Attempts that were in flight together fail together: they count as one failure. */
function closed(state: MailServer, now: number, outcome: Outcome, chance: number): MailServer {
  if (now < state.closedUntil) {
    return state;
  }
  const failures = state.failures + 1;
  const pause =
    outcome === 'login refused' ? options.loginRefused : backOff(options.connection, failures, chance);
  return { ...state, failures, closedUntil: now + pause };
}
