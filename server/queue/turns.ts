/** The times at which a channel calls recipients who take turns, in milliseconds. */
export interface TurnTimes {
  /** The recipient's own times, counted from the start of its turn. */
  own: readonly number[];
  /** The length of a turn. */
  turn: number;
  /** The times for every recipient, counted from the end of the last turn. */
  all: readonly number[];
}

/** A recipient's position in the order of turns. */
export interface TurnPosition {
  /** 0 is first. A recipient whose position is `turns` or more has no turn. */
  position: number;
  /** The number of turns, before the times for every recipient. */
  turns: number;
}

/** Returns the earliest times to reach a recipient, in milliseconds after the save. */
export function computeSteps({ own, turn, all }: TurnTimes, { position, turns }: TurnPosition): number[] {
  const inTurn = position < turns ? own.map((ring) => position * turn + ring) : [];
  return [...inTurn, ...all.map((ring) => turns * turn + ring)];
}
