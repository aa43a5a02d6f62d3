import type { Clock } from '../clock.ts';

export interface AllowanceTerms {
  most: number;
  /** Milliseconds, from the first that is counted. */
  within: number;
}

/** Addresses remembered at once; of more, the oldest are forgotten. Some 10 MB at the very most. */
const remembered = 50_000;

interface Window {
  count: number;
  endsAt: number;
}

/**
 * Counts what each address does within a time, on a clock that never jumps. Windows are forgotten by
 * the generation: taking single ones from the front of a Map costs more with each one taken.
 */
export function allowance({ most, within }: AllowanceTerms, clock: Pick<Clock, 'elapsed'>) {
  let older = new Map<string, Window>();
  let newer = new Map<string, Window>();
  let newerSince = clock.elapsed();

  return {
    /** Counts one. When the allowance is used up, gives the seconds until there is a new one instead. */
    take(address: string): number | undefined {
      const now = clock.elapsed();
      forget(now);
      const window = find(address);
      if (window === undefined || window.endsAt <= now) {
        older.delete(address);
        newer.set(address, { count: 1, endsAt: now + within });
        return undefined;
      } else if (window.count < most) {
        window.count += 1;
        return undefined;
      } else {
        return Math.ceil((window.endsAt - now) / 1_000);
      }
    },

    /** Takes one back that turned out not to count. */
    giveBack(address: string): void {
      const window = find(address);
      if (window) {
        window.count -= 1;
      }
    },

    get size() {
      return older.size + newer.size;
    },
  };

  function find(address: string): Window | undefined {
    return newer.get(address) ?? older.get(address);
  }

  /** What is in the older generation when the newer one has had its time is over. */
  function forget(now: number): void {
    if (now - newerSince >= within || newer.size >= remembered / 2) {
      older = newer;
      newer = new Map();
      newerSince = now;
    }
  }
}
