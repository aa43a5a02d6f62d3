import type { Clock } from '../clock.ts';
import type { ClaimDigestOptions } from '../store/request-store.ts';
import type { SharedState } from '../store/shared-state.ts';
import { options } from './options.ts';
import { sharedValue } from './shared-value.ts';

const { after, window } = options.digest;

/** How long to wait for a server that died after claiming its turn, in milliseconds. */
const turn = 60_000;

interface DigestMode {
  /** When the latest emails reached the owner. */
  arrivals: readonly number[];
  isOn: boolean;
  nextAt: number;
  summaries: boolean;
}

/**
 * Protects the owner's mailbox from floods. After `after` emails within `window`, further requests go out in
 * one digest per `window`, until few enough arrive to be sent individually. Uses the monotonic clock; a
 * restart resets it, unless other servers share the state.
 */
export function digestMode(clock: Pick<Clock, 'elapsed'>, shared?: SharedState) {
  const { get, change, decide, refresh } = sharedValue<DigestMode>({
    name: 'digest mode',
    clock,
    shared,
    initial: { arrivals: [], isOn: false, nextAt: clock.elapsed() + window, summaries: true },
    shift: (mode, by) => ({
      ...mode,
      arrivals: mode.arrivals.map((at) => at + by),
      nextAt: mode.nextAt + by,
    }),
  });

  return {
    refresh,

    isOn: () => get().isOn,

    /**
     * How many emails may be started now. There is always room for one digest on top of individual emails.
     */
    capacity(inFlight: number): { singles: number; digests: number } {
      const left = after - recent(get(), clock.elapsed()).length - inFlight;
      return { singles: left, digests: left + 1 };
    },

    /** What a new digest should include now. Honeypot requests always wait for a digest. */
    assemble(): Pick<ClaimDigestOptions, 'assemble' | 'summaries'> {
      const { isOn, nextAt, summaries } = get();
      if (clock.elapsed() < nextAt) {
        return { assemble: 'nothing', summaries };
      } else {
        return { assemble: isOn ? 'all' : 'honeypot', summaries };
      }
    },

    /** Whether this server may assemble the due digest. It must then call `began`. */
    claimTurn(): Promise<boolean> {
      return decide((mode, now) =>
        now < mode.nextAt
          ? { state: mode, result: false }
          : { state: { ...mode, nextAt: now + turn }, result: true },
      );
    },

    /** An email has (or may have) reached the owner. */
    arrived(): void {
      change((mode, now) => {
        const arrivals = [...recent(mode, now), now];
        const turnsOn = !mode.isOn && arrivals.length >= after;
        return { ...mode, arrivals, ...(turnsOn ? { isOn: true, nextAt: now + window } : {}) };
      });
    },

    /** A digest of `requests` requests was started (0 if there was none), leaving `waiting` for the next. */
    began(requests: number, waiting: number): void {
      change((mode, now) => ({
        ...mode,
        isOn: mode.isOn && (requests > after || waiting > 0),
        // While summaries are refused, digests of full texts follow each other without a pause.
        nextAt: mode.summaries || waiting === 0 ? now + window : now,
        summaries: mode.summaries || waiting === 0,
      }));
    },

    /** The mail server refused a digest with summaries: one of them may be the cause. */
    summariesRefused(): void {
      change((mode, now) => ({ ...mode, summaries: false, nextAt: now }));
    },
  };
}

function recent({ arrivals }: DigestMode, now: number): number[] {
  return arrivals.filter((at) => at > now - window);
}
