import type { Clock } from '../clock.ts';
import type { SharedState } from '../store/shared-state.ts';

/** How long the state lives after its last change, in milliseconds. */
const ttl = 60 * 60_000;

interface Options<State> {
  name: string;
  clock: Pick<Clock, 'elapsed'>;
  initial: State;
  /** Absent: this server does not share its store. */
  shared: SharedState | undefined;
  /** Adds milliseconds to each time in the state: servers' monotonic clocks have different origins. */
  shift(state: State, by: number): State;
}

/** State of one server's outbox, shared with the other servers on the same store if there are any. */
export function sharedValue<State>({ name, clock, initial, shared, shift }: Options<State>) {
  const place = { name, key: '', ttl };
  let own = initial;
  let published: Promise<void> = Promise.resolve();

  return {
    get: () => own,

    /** Applies at once locally, and to the other servers as soon as the store has it. */
    change(by: (state: State, now: number) => State): void {
      const now = clock.elapsed();
      own = by(own, now);
      if (shared) {
        published = published
          .then(() =>
            shared.update(place, (state: State | undefined, theirs) => ({
              state: by(state ?? shift(initial, theirs - now), theirs),
              result: undefined,
            })),
          )
          .catch(() => undefined); // Nothing is claimed while the store is down: see `refresh`.
      }
    },

    /** Makes a change that only one server can win, such as claiming a turn. */
    async decide<Result>(
      by: (state: State, now: number) => { state: State; result: Result },
    ): Promise<Result> {
      if (shared === undefined) {
        const { state, result } = by(own, clock.elapsed());
        own = state;
        return result;
      }
      await published;
      return shared.update(place, (state: State | undefined, now) =>
        by(state ?? shift(own, now - clock.elapsed()), now),
      );
    },

    /** Loads the shared state. Throws when the store is unavailable. */
    async refresh(): Promise<void> {
      if (shared) {
        await published;
        const before = clock.elapsed();
        const { state, now } = await shared.read<State>(place);
        if (state === undefined) {
          // Stores it: a time in the future must not start over with each process that reads it.
          await shared.update(place, (kept: State | undefined, theirs) => ({
            state: kept ?? shift(own, theirs - before),
            result: undefined,
          }));
        } else {
          own = shift(state, before - now);
        }
      }
    },
  };
}
