import type { Clock } from '../clock.ts';
import type { ClaimDigestOptions } from '../store/request-store.ts';
import type { SharedState } from '../store/shared-state.ts';
import { options } from './options.ts';
import { sharedValue } from './shared-value.ts';

const { after, within } = options.digest;

/** A server that took its turn and died is waited for so long, in milliseconds. */
const turn = 60_000;

interface DigestMode {
  /** When the last emails reached the owner. */
  arrivals: readonly number[];
  isOn: boolean;
  nextAt: number;
  summaries: boolean;
}

/**
 * Holds a flood back from the owner's mailbox. After so many emails within a time, the requests that
 * follow go out together, one digest each such time, until no more come than could go by themselves.
 * Measured on a clock that never jumps, and forgotten at a restart, unless other servers remember it.
 */
export function digestMode(clock: Pick<Clock, 'elapsed'>, shared?: SharedState) {
  const { get, change, decide, learn } = sharedValue<DigestMode>({
    name: 'digest mode',
    clock,
    shared,
    initial: { arrivals: [], isOn: false, nextAt: clock.elapsed() + within, summaries: true },
    shift: (mode, by) => ({
      ...mode,
      arrivals: mode.arrivals.map((at) => at + by),
      nextAt: mode.nextAt + by,
    }),
  });

  return {
    learn,

    isOn: () => get().isOn,

    /** How many emails may be begun now. A digest always has room beside the single ones. */
    room(inFlight: number): { singles: number; digests: number } {
      const left = after - recent(get(), clock.elapsed()).length - inFlight;
      return { singles: left, digests: left + 1 };
    },

    /** What a new digest would take now. What filled the honeypot always waits for one. */
    assemble(): Pick<ClaimDigestOptions, 'assemble' | 'summaries'> {
      const { isOn, nextAt, summaries } = get();
      if (clock.elapsed() < nextAt) {
        return { assemble: 'nothing', summaries };
      } else {
        return { assemble: isOn ? 'all' : 'honeypot', summaries };
      }
    },

    /** Whether this server is the one that assembles the digest that is due. It says soon what it `began`. */
    takeTurn(): Promise<boolean> {
      return decide((mode, now) =>
        now < mode.nextAt
          ? { state: mode, result: false }
          : { state: { ...mode, nextAt: now + turn }, result: true },
      );
    },

    /** An email has reached the owner, or may have. */
    arrived(): void {
      change((mode, now) => {
        const arrivals = [...recent(mode, now), now];
        const turnsOn = !mode.isOn && arrivals.length >= after;
        return { ...mode, arrivals, ...(turnsOn ? { isOn: true, nextAt: now + within } : {}) };
      });
    },

    /** A digest was begun, or there was nothing for one, and so many requests wait for the next. */
    began(requests: number, waiting: number): void {
      change((mode, now) => ({
        ...mode,
        isOn: mode.isOn && (requests > after || waiting > 0),
        // While the mail server refuses what summaries say, whole texts go without waiting in between.
        nextAt: mode.summaries || waiting === 0 ? now + within : now,
        summaries: mode.summaries || waiting === 0,
      }));
    },

    /** The mail server refused a digest that named others: one of their texts may be why. */
    summariesRefused(): void {
      change((mode, now) => ({ ...mode, summaries: false, nextAt: now }));
    },
  };
}

function recent({ arrivals }: DigestMode, now: number): number[] {
  return arrivals.filter((at) => at > now - within);
}
