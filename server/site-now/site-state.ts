import { business } from '../../content/business.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { createPhoneLabel, type Notice, type SiteState } from '../../contract/dispatch.ts';
import { timestamp } from '../request-status/status.ts';
import type { StoredChange, StoredChangeKind } from '../requests/changes.ts';
import { findNewest, firstPhone, phonesInOrder } from '../requests/on-call.ts';

const shopHoursOfContent = (business.shopHours ?? []).map(({ days = 'Mo-Su', opens, closes }) => ({
  days,
  opens,
  closes,
}));

/** What the site shows at a time, and what comes later, from the changes, newest first. */
export function siteStateOf(
  changes: readonly StoredChange[],
  at: number,
): Pick<SiteState, 'notice' | 'planned' | 'extraMinutes' | 'shopHours' | 'newest'> {
  return {
    ...noticesOf(changes, at),
    extraMinutes: extraMinutesOf(changes, at),
    shopHours: findNewest(changes, 'shop_hours')?.value.lines ?? shopHoursOfContent,
    newest: Object.fromEntries(changes.toReversed().map(({ kind, id }) => [kind, id])),
  };
}

type ChangeOf<Kind extends StoredChangeKind> = Extract<StoredChange, { kind: Kind }>;

const isOfKind =
  <Kind extends StoredChangeKind>(kind: Kind) =>
  (change: StoredChange): change is ChangeOf<Kind> =>
    change.kind === kind;

/** A notice replaces those that began before it. Of those that come later, the next is planned. */
function noticesOf(changes: readonly StoredChange[], at: number): Pick<SiteState, 'notice' | 'planned'> {
  const notices = changes.filter(isOfKind('notice'));
  const inOrder = notices.toSorted(
    (first, second) => first.beginsAt - second.beginsAt || first.id - second.id,
  );
  const shown = inOrder.findLast(({ beginsAt }) => beginsAt <= at);
  const planned = inOrder.find(({ beginsAt }) => beginsAt > at);
  return {
    notice: shown && (shown.endsAt ?? 0) > at ? noticeOf(shown) : undefined,
    planned: planned && noticeOf(planned),
  };
}

function noticeOf({ id, value, beginsAt, endsAt }: ChangeOf<'notice'>): Notice {
  return { id, text: value.text, begins: timestamp(beginsAt), ends: timestamp(endsAt ?? beginsAt) };
}

/** An area that the content no longer has counts for nothing. */
function extraMinutesOf(changes: readonly StoredChange[], at: number): SiteState['extraMinutes'] {
  const all = changes.filter(isOfKind('extra_minutes'));
  const extra: SiteState['extraMinutes'] = {};
  for (const { city } of serviceAreas) {
    const newest = all.find(({ value }) => value.city === city);
    if (newest && newest.value.minutes > 0 && (newest.endsAt ?? 0) > at) {
      extra[city] = { minutes: newest.value.minutes, until: timestamp(newest.endsAt ?? at) };
    }
  }
  return extra;
}

type PairedPhone = { name: string; firstName: string; recipient: string | null };

/** Who rings, in order, and who is first for now. */
export function onCallOf(
  { changes, devices }: { changes: readonly StoredChange[]; devices: readonly PairedPhone[] },
  recipients: readonly string[],
  at: number,
): Pick<SiteState, 'onCall' | 'firstUntil'> {
  const first = firstPhone(changes, recipients, at);
  return {
    onCall: phonesInOrder(changes, recipients).map(({ recipient, label, isOff }) => {
      const unnamed = [recipient, createPhoneLabel(recipient, recipients)];
      const owner = devices.find((device) => device.recipient === recipient);
      const known = owner ? owner.firstName || owner.name : unnamed[1];
      return { recipient, label: unnamed.includes(label) ? (known ?? label) : label, isOff };
    }),
    firstUntil: first && { recipient: first.recipient, until: timestamp(first.until) },
  };
}
