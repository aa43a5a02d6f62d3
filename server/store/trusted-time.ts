import type { Transaction } from '../queue/transaction.ts';

const hour = 60 * 60_000;

/** How far the wall clock may move against the time that has passed, in milliseconds, before nobody believes it. */
const largestGap = hour;

/** For how long it must be steady after that, in milliseconds. */
const steadyTime = 24 * hour;

/** Where the database's own clock measures what has passed: at most so much from one call to the next, in milliseconds. */
const longestCall = 5 * 60_000;

type Times = { trustedAt: number | null; wallAt: number | null; steadyFor: number };

/**
 * Called once a minute. Returns whether the wall clock has been steady for a day, also across restarts: until then,
 * nothing is deleted on schedule.
 */
export async function watchClock({ query, now, wallClock, isAlone }: Transaction): Promise<boolean> {
  const [row] = await query<Times>(readTimes, {});
  const { trustedAt, wallAt, steadyFor: before = 0 } = row ?? {};
  let steadyFor = 0;
  if (typeof trustedAt === 'number' && typeof wallAt === 'number') {
    const longest = isAlone ? Number.POSITIVE_INFINITY : longestCall;
    const passed = Math.min(Math.max(now - trustedAt, 0), longest);
    const onTheWall = wallClock - wallAt;
    const hasJumped = Math.abs(onTheWall - passed) > largestGap;
    steadyFor = hasJumped ? 0 : before + Math.max(0, Math.min(passed, onTheWall));
  }
  await query(writeTimes, { now, wallClock, steadyFor: Math.min(steadyFor, steadyTime) });
  return steadyFor >= steadyTime;
}

/** How old a copy may say that the time is, in milliseconds, for the clock to be believed. */
const longestSilence = hour;

/** Whether what `watchClock` wrote says that a wall clock may be believed. A store that nobody watches is believed. */
export function isBelieved({ trustedAt, wallAt, steadyFor }: Times, wallClock: number): boolean {
  const isWatched = trustedAt !== null && wallAt !== null;
  return !isWatched || (steadyFor >= steadyTime && Math.abs(wallClock - wallAt) <= longestSilence);
}

/**
 * The time for due times and leases of a process that begins, by what the one before it wrote: it goes on where it was,
 * and by at most an hour more, whatever the wall clock says.
 */
export function resumedTime({ trustedAt, wallAt }: Omit<Times, 'steadyFor'>, wallClock: number): number {
  if (trustedAt === null || wallAt === null) {
    return wallClock;
  }
  return trustedAt + Math.min(Math.max(wallClock - wallAt, 0), largestGap);
}

export const readTimes = `
  select trusted_at as "trustedAt", trusted_wall_at as "wallAt", steady_for as "steadyFor" from installation`;

const writeTimes = `
  update installation set trusted_at = :now, trusted_wall_at = :wallClock, steady_for = :steadyFor`;
