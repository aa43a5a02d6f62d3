/** For a channel whose recipients have turns: the times, in milliseconds. */
export interface TurnTimes {
  /** When a recipient is reached in its own turn, after its begin. */
  own: readonly number[];
  /** How long a turn lasts. */
  turn: number;
  /** When every recipient is reached, after the last turn. */
  all: readonly number[];
}

/** Whose turn it is when. */
export interface Place {
  /** 0 is first. From `turns` on: no turn of its own. */
  position: number;
  /** How many turns there are before every recipient is reached. */
  turns: number;
}

/** The earliest times at which a recipient is reached, in milliseconds after the save. */
export function stepsAt({ own, turn, all }: TurnTimes, { position, turns }: Place): number[] {
  const inTurn = position < turns ? own.map((ring) => position * turn + ring) : [];
  return [...inTurn, ...all.map((ring) => turns * turn + ring)];
}
