/** When a channel reaches recipients who take turns, in milliseconds. */
export interface TurnTimes {
  /** When a recipient is reached during its turn, after the turn begins. */
  own: readonly number[];
  /** How long a turn lasts. */
  turn: number;
  /** When every recipient is reached, after the last turn. */
  all: readonly number[];
}

/** A recipient's position in the order of turns. */
export interface TurnPosition {
  /** 0 is first. A recipient whose position is `turns` or more has no turn. */
  position: number;
  /** How many turns there are before every recipient is reached. */
  turns: number;
}

/** Returns the earliest times to reach a recipient, in milliseconds after the save. */
export function computeSteps({ own, turn, all }: TurnTimes, { position, turns }: TurnPosition): number[] {
  const inTurn = position < turns ? own.map((ring) => position * turn + ring) : [];
  return [...inTurn, ...all.map((ring) => turns * turn + ring)];
}
