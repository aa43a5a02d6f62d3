import { hour, minute } from '../clock.ts';
import type { Transaction } from '../queue/transaction.ts';

/*
 * A wall clock can jump. A jump of a month would delete every request, and a jump back by a day would silence the
 * alarms for a day. So messages follow the trusted time. With SQLite, the trusted time comes from a monotonic clock.
 * With PostgreSQL, it is the database's clock. Nothing is deleted on schedule until the wall clock has been steady for
 * a day.
 *
 * If the clock was ahead for a while, some stored times are in the future now. They could keep a lease or a request for
 * years, so the code ignores or corrects them. The comments there only say that the clock was ahead.
 */

/**
 * How far the wall clock may drift from the trusted time between two checks. After a larger drift, the wall clock isn't
 * trusted.
 */
const maxDrift = hour;

/** How long the wall clock must be steady before it is trusted again. */
const steadyTime = 24 * hour;

/**
 * With a shared database, how much time may count as passed between two checks. After a longer gap, nobody can tell
 * whether the time passed or the database's clock jumped, so the rest of the gap counts as drift.
 */
const maxInterval = 5 * minute;

type Times = { trustedAt: number | null; wallAt: number | null; steadyFor: number };

/**
 * Records both clocks' current times, and returns whether the wall clock has been steady for a day, even across short
 * restarts. If it hasn't, no requests, backups, or changes are deleted on schedule. Call this function once a minute.
 */
export async function checkClock({
  query,
  trustedTime,
  wallTime,
  isOnlyServer,
}: Transaction): Promise<boolean> {
  const [row] = await query<Times>(readTimesSql, {});
  const { trustedAt, wallAt, steadyFor: before = 0 } = row ?? {};
  let steadyFor = 0;
  if (typeof trustedAt === 'number' && typeof wallAt === 'number') {
    const longest = isOnlyServer ? Number.POSITIVE_INFINITY : maxInterval;
    const passed = Math.min(Math.max(trustedTime - trustedAt, 0), longest);
    const passedOnWall = wallTime - wallAt;
    const hasJumped = Math.abs(passedOnWall - passed) > maxDrift;
    steadyFor = hasJumped ? 0 : before + Math.max(0, Math.min(passed, passedOnWall));
  }
  await query(writeTimesSql, { trustedTime, wallTime, steadyFor: Math.min(steadyFor, steadyTime) });
  return steadyFor >= steadyTime;
}

/**
 * How old the last `checkClock` times in the file may be. If they are older, no server has been running, or the clock
 * has jumped, so the clock can't be trusted.
 */
const maxCheckAge = hour;

/**
 * Whether a wall clock can be trusted, according to the times that `checkClock` wrote. If there are none, any clock
 * is trusted.
 */
export function isWallClockTrusted({ trustedAt, wallAt, steadyFor }: Times, wallTime: number): boolean {
  const hasTimes = trustedAt !== null && wallAt !== null;
  return !hasTimes || (steadyFor >= steadyTime && Math.abs(wallTime - wallAt) <= maxCheckAge);
}

/** How much time the trusted time may gain while no server runs. */
const maxResumedGap = hour;

/**
 * Returns the trusted time at which a new process starts: the last trusted time in the file, plus the time since then
 * by the wall clock (at most an hour). If the file has none, this is the wall clock's time.
 */
export function computeResumedTime(
  { trustedAt, wallAt }: Omit<Times, 'steadyFor'>,
  wallTime: number,
): number {
  if (trustedAt === null || wallAt === null) {
    return wallTime;
  }
  return trustedAt + Math.min(Math.max(wallTime - wallAt, 0), maxResumedGap);
}

export const readTimesSql = `
  select trusted_at as "trustedAt", trusted_wall_at as "wallAt", steady_for as "steadyFor" from installation`;

const writeTimesSql = `
  update installation set trusted_at = :trustedTime, trusted_wall_at = :wallTime, steady_for = :steadyFor`;
