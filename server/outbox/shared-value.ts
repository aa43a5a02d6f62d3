import type { Clock } from '../clock.ts';
import type { SharedState } from '../store/shared-state.ts';

/** How long it is kept after its last change, in milliseconds. */
const keepFor = 60 * 60_000;

interface Options<State> {
  name: string;
  clock: Pick<Clock, 'elapsed'>;
  initial: State;
  /** Absent: this server is alone. */
  shared: SharedState | undefined;
  /** Adds milliseconds to each time in it: servers do not measure from the same moment. */
  shift(state: State, by: number): State;
}

/** What the outbox of one server knows, or what the outboxes of all servers on one store know together. */
export function sharedValue<State>({ name, clock, initial, shared, shift }: Options<State>) {
  const place = { name, key: '', keepFor };
  let own = initial;
  let told: Promise<void> = Promise.resolve();

  return {
    get: () => own,

    /** Counts here at once, and for the others as soon as the store has it. */
    change(by: (state: State, now: number) => State): void {
      const now = clock.elapsed();
      own = by(own, now);
      if (shared) {
        told = told
          .then(() =>
            shared.update(place, (state: State | undefined, theirs) => ({
              state: by(state ?? shift(initial, theirs - now), theirs),
              result: undefined,
            })),
          )
          .catch(() => undefined); // Nothing is claimed while the store is away: see `learn`.
      }
    },

    /** A change whose result only one server may have. */
    async decide<Result>(
      by: (state: State, now: number) => { state: State; result: Result },
    ): Promise<Result> {
      if (shared === undefined) {
        const { state, result } = by(own, clock.elapsed());
        own = state;
        return result;
      }
      await told;
      return shared.update(place, (state: State | undefined, now) =>
        by(state ?? shift(own, now - clock.elapsed()), now),
      );
    },

    /** Learns what the other servers have met. Throws when the store cannot tell. */
    async learn(): Promise<void> {
      if (shared) {
        await told;
        const before = clock.elapsed();
        const { state, now } = await shared.read<State>(place);
        own = state === undefined ? own : shift(state, before - now);
      }
    },
  };
}
