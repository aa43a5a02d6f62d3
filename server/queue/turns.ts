/** When recipients who take turns get messages, in milliseconds. */
export interface TurnTimes {
  /** The recipient's own times, counted from the start of its turn. */
  timesInTurn: readonly number[];
  turnLength: number;
  /** The times for every recipient, counted from the end of the last turn. */
  timesAfterTurns: readonly number[];
}

/** A recipient's position in the order of turns. */
export interface TurnPosition {
  /** 0 is first. A recipient whose position is `turnCount` or more has no turn. */
  position: number;
  /** The number of turns before every recipient gets messages. */
  turnCount: number;
}

/** Returns the earliest times to reach a recipient, in milliseconds after its steps begin. */
export function computeSteps(
  { timesInTurn, turnLength, timesAfterTurns }: TurnTimes,
  { position, turnCount }: TurnPosition,
): number[] {
  const timesInOwnTurn = position < turnCount ? timesInTurn.map((time) => position * turnLength + time) : [];
  return [...timesInOwnTurn, ...timesAfterTurns.map((time) => turnCount * turnLength + time)];
}
