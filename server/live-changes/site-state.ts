import { business } from '../../content/business.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import {
  dispatchLimits,
  type Notice,
  type OnCallEntry,
  type OnCallRecipient,
  type SiteState,
} from '../../contract/dispatch.ts';
import { createRecipientLabel } from '../../contract/recipient-label.ts';
import { formatTimestamp } from '../request-status/status.ts';
import { findNewest, findTemporaryFirstRecipient, sortOnCallRecipients } from '../requests/on-call.ts';
import type { OwnerChange, OwnerChangeKind, OwnerChangeOf } from '../requests/owner-changes.ts';

const contentShopHours = (business.shopHours ?? []).map(({ days = 'Mo-Su', opens, closes }) => ({
  days,
  opens,
  closes,
}));

type NoticeKey = 'notice' | 'planned' | 'laterPlanned';

/** Returns what the site shows at a time, and the planned notices. `changes` are newest first. */
export function getSiteState(
  changes: readonly OwnerChange[],
  at: number,
): Pick<SiteState, NoticeKey | 'extraMinutes' | 'shopHours' | 'shopHoursId'> {
  const shopHours = findNewest(changes, 'shop_hours');
  return {
    ...findNotices(changes, at),
    extraMinutes: findExtraMinutes(changes, at),
    shopHours: shopHours?.value.lines ?? contentShopHours,
    shopHoursId: shopHours?.id ?? 0,
  };
}

const isOfKind =
  <Kind extends OwnerChangeKind>(kind: Kind) =>
  (change: OwnerChange): change is OwnerChangeOf<Kind> =>
    change.kind === kind;

/** Returns the current notice and the planned notices. A notice replaces all notices that began earlier. */
function findNotices(changes: readonly OwnerChange[], at: number): Pick<SiteState, NoticeKey> {
  const notices = changes.filter(isOfKind('notice'));
  const inOrder = notices.toSorted(
    (first, second) => first.beginsAt - second.beginsAt || first.id - second.id,
  );
  const current = inOrder.findLast(({ beginsAt }) => beginsAt <= at);
  const [planned, ...laterPlanned] = inOrder.filter(({ beginsAt }) => beginsAt > at).map(toNotice);
  return {
    notice: current && (current.endsAt ?? 0) > at ? toNotice(current) : undefined,
    planned,
    laterPlanned: laterPlanned.length > 0 ? laterPlanned : undefined,
  };
}

function toNotice({ id, value, beginsAt, endsAt }: OwnerChangeOf<'notice'>): Notice {
  return {
    id,
    text: value.text,
    begins: formatTimestamp(beginsAt),
    ends: formatTimestamp(endsAt ?? beginsAt),
  };
}

/** Ignores areas that are no longer in the content, and changes that were made while the clock was ahead. */
function findExtraMinutes(changes: readonly OwnerChange[], at: number): SiteState['extraMinutes'] {
  const additions = changes.filter(isOfKind('extra_minutes'));
  const extra: SiteState['extraMinutes'] = {};
  for (const { city } of serviceAreas) {
    const newest = additions.find(({ value }) => value.city === city);
    if (newest && newest.value.minutes > 0 && newest.beginsAt <= at && (newest.endsAt ?? 0) > at) {
      extra[city] = { minutes: newest.value.minutes, until: formatTimestamp(newest.endsAt ?? at) };
    }
  }
  return extra;
}

interface KnownRecipients {
  /** The recipients of alarms, in the order of the settings. */
  recipients: readonly string[];
  /** The paired devices. */
  devices: readonly { name: string; firstName: string; recipient: string | null }[];
}

/**
 * Returns a recipient's default labels. The last one is shown.
 *
 * - its name
 * - a label like "Phone 2 (…/ben)"
 * - if a device is paired with the recipient, its user's first name, or else the device's name
 */
function listDefaultLabels(recipient: string, { recipients, devices }: KnownRecipients): string[] {
  const device = devices.find((paired) => paired.recipient === recipient);
  // A device's name may be longer than a label.
  const name = device && (device.firstName || device.name).slice(0, dispatchLimits.label).trimEnd();
  return [recipient, createRecipientLabel(recipient, recipients), ...(name ? [name] : [])];
}

/**
 * Returns an order to store. A recipient without a label keeps its stored one. A default label is stored as the
 * recipient's name, so that the order shows later changes of the first name.
 */
export function createStoredOrder(
  order: readonly OnCallEntry[],
  known: KnownRecipients & { changes: readonly OwnerChange[] },
): OnCallRecipient[] {
  const stored = sortOnCallRecipients(known.changes, known.recipients);
  return order.map(({ recipient, label, isOff }) => {
    const storedLabel = stored.find((entry) => entry.recipient === recipient)?.label;
    const chosen = label ?? storedLabel ?? recipient;
    const isDefault = listDefaultLabels(recipient, known).includes(chosen);
    return { recipient, label: isDefault ? recipient : chosen, isOff };
  });
}

/** Returns the recipients in the owner's order, and the one that rings before them for now, if there is one. */
export function getOnCall(
  { changes, devices }: { changes: readonly OwnerChange[] } & Pick<KnownRecipients, 'devices'>,
  recipients: readonly string[],
  at: number,
): Pick<SiteState, 'onCall' | 'onCallId' | 'firstUntil'> {
  const first = findTemporaryFirstRecipient(changes, recipients, at);
  return {
    onCall: sortOnCallRecipients(changes, recipients).map(({ recipient, label, isOff }) => {
      const defaultLabels = listDefaultLabels(recipient, { recipients, devices });
      const defaultLabel = defaultLabels.includes(label) ? defaultLabels.at(-1) : undefined;
      return { recipient, label: defaultLabel ?? label, isOff };
    }),
    onCallId: findNewest(changes, 'on_call')?.id ?? 0,
    firstUntil: first && { recipient: first.recipient, until: formatTimestamp(first.until) },
  };
}
