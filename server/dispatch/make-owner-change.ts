import {
  extraMinutesMaxDuration,
  maxOnUntilHours,
  type OwnerAction,
  type SiteState,
} from '../../contract/dispatch.ts';
import { ApiError } from '../api-error.ts';
import { hour } from '../clock.ts';
import { createStoredOrder } from '../live-changes/site-state.ts';
import type { StoredDevice } from '../requests/devices.ts';
import type { NewOwnerChange } from '../requests/owner-changes.ts';
import type { OwnerChangeActionName } from './action-schemas.ts';
import type { DispatchDependencies } from './dependencies.ts';

export type OwnerChangeAction = Extract<OwnerAction, { action: OwnerChangeActionName }>;

/** How far in the future a notice may begin. */
const maxNoticeDelay = 366 * 24 * hour;

/**
 * Changes the site or the on-call order. Returns the ID of the added change, if there is one, by its kind. Throws an
 * ApiError if the change isn't valid or can't be undone.
 */
export async function makeOwnerChange(
  {
    store,
    clock,
    onOwnerChange,
    recipientNames,
  }: Pick<DispatchDependencies, 'store' | 'clock' | 'onOwnerChange' | 'recipientNames'>,
  me: StoredDevice,
  action: OwnerChangeAction,
): Promise<SiteState['addedChangeIds']> {
  const added: SiteState['addedChangeIds'] = {};
  if (action.action === 'on_until' && !recipientNames.includes(me.recipient ?? '')) {
    // The device has no recipient, or its recipient is no longer in PAGE_URL.
    throw new ApiError('invalid');
  }
  if (action.action === 'take_down') {
    await store.takeDownNotice({ id: action.id });
  } else if (action.action !== 'undo') {
    const changes = await store.readOwnerChanges();
    const devices = await store.listDevices();
    const change = createChange(me, action, clock.wallTime().getTime(), {
      changes,
      devices,
      recipients: recipientNames,
    });
    const id = await store.addOwnerChange(change);
    if (id === 'outdated') {
      throw new ApiError('outdated');
    }
    Object.assign(added, id !== 'unchanged' && { [change.kind]: id });
  } else if ((await store.withdrawOwnerChange({ id: action.id, kind: action.kind })) === 'replaced') {
    throw new ApiError('replaced');
  }
  await onOwnerChange();
  return added;
}

function createChange(
  me: StoredDevice,
  action: Exclude<OwnerChangeAction, { action: 'take_down' | 'undo' }>,
  now: number,
  known: Parameters<typeof createStoredOrder>[1],
): NewOwnerChange {
  const device = me.id;
  switch (action.action) {
    case 'notice':
      return {
        kind: 'notice',
        value: { text: action.text },
        beginsAt: parseTimeWithin(action.begins, -Number.MAX_SAFE_INTEGER, now + maxNoticeDelay),
        endsAt: parseTimeWithin(action.ends, now, Number.MAX_SAFE_INTEGER),
        device,
      };
    case 'extra_minutes': {
      const { city, minutes, until } = action;
      const newest = known.changes.find(({ kind, value }) => kind === 'extra_minutes' && value.city === city);
      // The end may have passed in two cases: the minutes are removed, or the page sends the stored end again.
      const mayHavePassed = minutes === 0 || newest?.endsAt === Date.parse(until);
      const after = mayHavePassed ? -Number.MAX_SAFE_INTEGER : now;
      const endsAt = parseTimeWithin(until, after, now + extraMinutesMaxDuration);
      const value = { city, minutes };
      // The change to 0 minutes must not end before now. Otherwise, the sweep might delete it, and the earlier minutes
      // would apply again.
      return { kind: 'extra_minutes', value, endsAt: minutes === 0 ? Math.max(endsAt, now) : endsAt, device };
    }
    case 'shop_hours':
      return { kind: 'shop_hours', value: { lines: action.lines }, replaces: action.replaces, device };
    case 'on_call':
      return {
        kind: 'on_call',
        value: { order: createStoredOrder(action.order, known) },
        replaces: action.replaces,
        device,
      };
    case 'hand_over':
      return { kind: 'on_until', value: { recipient: null }, device };
    case 'on_until': {
      // Allow an extra hour: when clocks are set back, the same time tomorrow is 25 hours away.
      const endsAt = parseTimeWithin(action.until, now, now + (maxOnUntilHours + 1) * hour);
      return { kind: 'on_until', value: { recipient: me.recipient }, endsAt, device };
    }
  }
}

/** Parses a time. Throws unless it is later than `after` and at most `latest`. */
function parseTimeWithin(time: string, after: number, latest: number): number {
  const at = Date.parse(time);
  // A time like "2026-11-30T10:00:00 +01" passes the schema, but isn't a number here.
  if (!(at > after && at <= latest)) {
    throw new ApiError('invalid');
  }
  return at;
}
