/** The times at which a channel calls recipients who take turns, in milliseconds. */
export interface TurnTimes {
  /** The recipient's own times, counted from the start of its turn. */
  ringsInTurn: readonly number[];
  turnLength: number;
  /** The times for every recipient, counted from the end of the last turn. */
  ringsAfterTurns: readonly number[];
}

/** A recipient's position in the order of turns. */
export interface TurnPosition {
  /** 0 is first. A recipient whose position is `turnCount` or more has no turn. */
  position: number;
  /** How many turns pass before all recipients are called. */
  turnCount: number;
}

/** Returns the earliest times to reach a recipient, in milliseconds after its steps begin. */
export function computeSteps(
  { ringsInTurn, turnLength, ringsAfterTurns }: TurnTimes,
  { position, turnCount }: TurnPosition,
): number[] {
  const inTurn = position < turnCount ? ringsInTurn.map((ring) => position * turnLength + ring) : [];
  return [...inTurn, ...ringsAfterTurns.map((ring) => turnCount * turnLength + ring)];
}
