import * as v from 'valibot';
import { extraMinutes } from '../../contract/dispatch.ts';
import { day, minute } from '../clock.ts';
import type { Transaction } from '../queue/transaction.ts';

/** The kinds of changes that the owner can make to the site or the on-call order, with their values, stored as JSON. */
const changeValues = {
  notice: v.object({ text: v.record(v.string(), v.string()) }),
  extra_minutes: v.object({ city: v.string(), minutes: v.picklist(extraMinutes) }),
  shop_hours: v.object({
    lines: v.array(v.object({ days: v.string(), opens: v.string(), closes: v.string() })),
  }),
  on_call: v.object({
    order: v.array(v.object({ recipient: v.string(), label: v.string(), isOff: v.boolean() })),
  }),
  /** "I'm on until" (`TemporaryFirstRecipient`): the recipient that rings first for now. Null ends that. */
  on_until: v.object({ recipient: v.nullable(v.string()) }),
};

export type OwnerChangeKind = keyof typeof changeValues;

type Values = { [Kind in OwnerChangeKind]: v.InferOutput<(typeof changeValues)[Kind]> };

/** A stored change by the owner, with its times in milliseconds since 1970. */
export type OwnerChange = {
  [Kind in OwnerChangeKind]: {
    id: number;
    kind: Kind;
    value: Values[Kind];
    beginsAt: number;
    /** Null if the change applies until another one. */
    endsAt: number | null;
  };
}[OwnerChangeKind];

export type OwnerChangeOf<Kind extends OwnerChangeKind> = Extract<OwnerChange, { kind: Kind }>;

export type NewOwnerChange = {
  [Kind in OwnerChangeKind]: {
    kind: Kind;
    value: Values[Kind];
    /** If undefined or past, the change begins now. */
    beginsAt?: number;
    endsAt?: number | null;
    /**
     * The ID of the newest change that the device knows, or 0 if it knows none. If undefined, any change is replaced.
     */
    replaces?: number | undefined;
    /** The device that makes the change. */
    device: number | null;
  };
}[OwnerChangeKind];

/**
 * Adds a change and returns its ID. Adds nothing in two cases:
 *
 * - The change repeats the newest one of its kind and city.
 * - The newest one isn't the one to replace (`replaces`).
 */
export async function addOwnerChange(
  transaction: Transaction,
  change: NewOwnerChange,
): Promise<number | 'unchanged' | 'outdated'> {
  const { query, wallTime, lock } = transaction;
  const { kind, device, endsAt = null } = change;
  const beginsAt = Math.max(change.beginsAt ?? wallTime, wallTime);
  await lock('changes');
  const earlier = (await readOwnerChangesOfKind(transaction, kind)).filter((other) =>
    hasSameSubject(other, change),
  );
  const [newest] = earlier;
  // A notice that was added earlier, but begins later, may have replaced the newest one.
  const isReplaced =
    kind === 'notice' &&
    earlier.some(
      ({ beginsAt: began }) => newest !== undefined && began > newest.beginsAt && began <= wallTime,
    );
  // Two changes that have both begun are the same, whenever they began.
  const isRepeated =
    newest !== undefined &&
    !isReplaced &&
    JSON.stringify(newest.value) === JSON.stringify(change.value) &&
    newest.endsAt === endsAt &&
    (newest.beginsAt === beginsAt || Math.max(newest.beginsAt, beginsAt) <= wallTime);
  if (isRepeated) {
    return 'unchanged';
  }
  if (change.replaces !== undefined && change.replaces !== (newest?.id ?? 0)) {
    return 'outdated';
  }
  const value = JSON.stringify(change.value);
  const [added] = await query<{ id: number }>(insertChangeSql, { kind, value, beginsAt, endsAt, device });
  return added?.id ?? 0;
}

/** Each city has its own extra minutes, so changes for different cities don't replace each other. */
function hasSameSubject(first: OwnerChange, second: OwnerChange | NewOwnerChange): boolean {
  return (
    first.kind !== 'extra_minutes' ||
    second.kind !== 'extra_minutes' ||
    first.value.city === second.value.city
  );
}

const insertChangeSql = `
  insert into changes (kind, value, begins_at, ends_at, device) values (:kind, :value, :beginsAt, :endsAt, :device)
  returning id`;

/**
 * Withdraws a change. If the previous change hasn't ended, it applies again. Repeated calls have no effect. If a newer
 * change has replaced this one, nothing is withdrawn, except for notices: a planned notice still begins after a newer
 * one was added.
 */
export async function withdrawOwnerChange(
  transaction: Transaction,
  { id, kind }: { id: number; kind: OwnerChangeKind },
): Promise<'withdrawn' | 'replaced'> {
  const { query, wallTime, lock } = transaction;
  await lock('changes');
  const changes = await readOwnerChangesOfKind(transaction, kind);
  const change = changes.find((candidate) => candidate.id === id);
  const newest = change && changes.find((other) => hasSameSubject(other, change));
  if (kind !== 'notice' && newest?.id !== change?.id) {
    return 'replaced';
  }
  await query(withdrawChangeSql, { id, kind, wallTime });
  return 'withdrawn';
}

const withdrawChangeSql = `
  update changes set withdrawn_at = :wallTime
  where id = :id and kind = :kind and withdrawn_at is null`;

/**
 * Withdraws a notice. If it has begun, also withdraws the notices that began before it, which would otherwise be shown
 * again. Repeated calls have no effect.
 */
export async function takeDownNotice(transaction: Transaction, { id }: { id: number }): Promise<void> {
  const { query, wallTime, lock } = transaction;
  await lock('changes');
  const notice = (await readOwnerChangesOfKind(transaction, 'notice')).find(
    (candidate) => candidate.id === id,
  );
  if (notice !== undefined && notice.beginsAt <= wallTime) {
    await query(withdrawEarlierNoticesSql, { id, beginsAt: notice.beginsAt, wallTime });
  }
  await query(withdrawChangeSql, { id, kind: 'notice', wallTime });
}

const withdrawEarlierNoticesSql = `
  update changes set withdrawn_at = :wallTime
  where kind = 'notice' and withdrawn_at is null
    and (begins_at < :beginsAt or begins_at = :beginsAt and id < :id)`;

/** Returns the latest changes of each kind that weren't withdrawn, newest first in each kind. Some may have ended. */
export async function readOwnerChanges(transaction: Transaction): Promise<OwnerChange[]> {
  const changes: OwnerChange[] = [];
  for (const kind of Object.keys(changeValues) as OwnerChangeKind[]) {
    changes.push(...(await readOwnerChangesOfKind(transaction, kind)));
  }
  return changes;
}

/** Returns the latest changes of one kind, newest first. Skips withdrawn and unreadable changes. */
export async function readOwnerChangesOfKind(
  { query }: Transaction,
  kind: OwnerChangeKind,
): Promise<OwnerChange[]> {
  const rows = await query<{ id: number; value: string; beginsAt: number; endsAt: number | null }>(
    findKindSql,
    { kind },
  );
  return rows.flatMap(({ value, ...row }) => {
    const { success, output } = v.safeParse(
      v.pipe(v.string(), v.parseJson(), changeValues[kind] as v.GenericSchema),
      value,
    );
    return success ? [{ ...row, kind, value: output } as OwnerChange] : [];
  });
}

const findKindSql = `
  select id, value, begins_at as "beginsAt", ends_at as "endsAt" from changes
  where kind = :kind and withdrawn_at is null
  order by id desc`;

/** How far the clock may step back without ending a change. */
const clockTolerance = 10 * minute;

/**
 * Withdraws extra minutes and "I'm on until" that seem to begin in the future: the clock was ahead, so they would last
 * too long.
 */
export async function withdrawFutureOwnerChanges({ query, wallTime }: Transaction): Promise<void> {
  await query(withdrawFutureSql, { wallTime, latest: wallTime + clockTolerance });
}

const withdrawFutureSql = `
  update changes set withdrawn_at = :wallTime
  where kind in ('extra_minutes', 'on_until') and begins_at > :latest and withdrawn_at is null`;

/** How long past changes are kept. */
const changeRetention = 30 * day;

/**
 * Deletes changes that ended or were withdrawn more than 30 days ago, and shop hours and on-call changes that were
 * replaced more than 30 days ago.
 */
export async function sweepOwnerChanges({ query, wallTime }: Transaction): Promise<void> {
  await query(deleteOldSql, { before: wallTime - changeRetention });
}

const deleteOldSql = `
  delete from changes
  where withdrawn_at < :before or ends_at < :before or kind in ('shop_hours', 'on_call', 'on_until') and exists (
    select 1 from changes as newer
    where newer.kind = changes.kind and newer.id > changes.id and newer.withdrawn_at is null
      and newer.begins_at < :before)`;
