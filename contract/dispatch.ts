/**
 * The contract between the owner's page "Dispatch" and its endpoint. Times are RFC 3339 in UTC, like
 * "2026-11-28T08:06:11Z". Keys and tokens travel in headers and bodies, because servers may log URLs.
 */
// Fields keep their names, because a device may still show an earlier version of the page.
import type { DispatchHealth } from './dispatch-health.ts';
import type { RequestStatus } from './request-status.ts';

export const dispatchName = 'dispatch';
export const dispatchKeyHeader = 'Dispatch-Key';

/** The page that the owner's devices open. Emails and alarms link to it. */
export const dispatchPagePath = '/dispatch';

/** How long a pairing link works, in milliseconds. */
export const pairingLinkLifetime = 15 * 60_000;
export const maxDevices = 10;

/** Maximum lengths of texts, in UTF-16 units. */
export const dispatchLimits = { notice: 90, deviceName: 40, firstName: 20, label: 30 };
/** How long a notice may be shown, in days. */
export const maxNoticeDays = 30;
/** How long "I'm on until" may last, in hours. The limit makes a forgotten setting expire. */
export const maxOnUntilHours = 24;
/** How long extra minutes may be added to the response times, in milliseconds. */
export const extraMinutesMaxDuration = 48 * 60 * 60_000;
/** Maximum lines of shop hours. */
export const maxShopHoursLines = 3;

export const etaMinutes = [20, 40, 60, 90] as const;
export const extraMinutes = [0, 15, 30, 60] as const;
/** Maximum open requests in `Dashboard.open`. */
export const maxOpenRequests = 50;

/** The response to GET without a reference, with an ETag, and to POST with an `OwnerAction`. */
export interface Dashboard {
  now: string;
  /** Seconds until a visible page should ask again. */
  askAgain: number;
  me: Device;
  /**
   * Open requests. Untaken emergencies come first, one from each network in turn. Other untaken requests and taken
   * requests follow. Possible spam comes last, unless it is an emergency with a phone number.
   */
  open: DashboardRequest[];
  /** The number of open requests that `open` leaves out. */
  more: number;
  /** The latest requests that ended within the last seven days, at most 20. */
  ended: DashboardRequest[];
  site: SiteState;
  health: DispatchHealth;
  devices: Device[];
}

/** The owner's current and planned changes to the site and the on-call order. */
export interface SiteState {
  /** The notice that visitors see. */
  notice?: Notice | undefined;
  /** The next notice, which begins later. */
  planned?: Notice | undefined;
  /** The notices that begin after `planned`, in order. They are separate, because older pages read `planned`. */
  laterPlanned?: Notice[] | undefined;
  /** The key is the area's city. */
  extraMinutes: Record<string, { minutes: (typeof extraMinutes)[number]; until: string }>;
  /** If empty, the site shows no shop hours. */
  shopHours: ShopHours[];
  /** The ID of the change that set `shopHours`. 0 if they come from content/business.json. */
  shopHoursId: number;
  /**
   * The on-call recipients in the owner's order. The one in `firstUntil` rings before the others. Recipients that are
   * off usually have no turn. `recipient` is the stored name, without credentials.
   */
  onCall: OnCallRecipient[];
  /** The ID of the change that set the order. 0 if it comes from the settings. */
  onCallId: number;
  /** Set by "I'm on until". Its action and its changes are named `on_until`. */
  firstUntil?: { recipient: string; until: string } | undefined;
  /** In the response to an action, the ID of the change that it added, which Undo withdraws. Otherwise empty. */
  addedChangeIds: Partial<Record<ChangeKind, number>>;
}

export interface Notice {
  /** The ID of the change that set the notice. */
  id: number;
  /** A single line for each language of the site. */
  text: Record<string, string>;
  begins: string;
  ends: string;
}

/** Days like "Mo-Sa" and times like "07:00", as in content/business.json. */
export interface ShopHours {
  days: string;
  opens: string;
  closes: string;
}

/** A recipient in the owner's order. */
export interface OnCallRecipient extends OnCallEntry {
  /** The owner's name for the recipient, or a default. */
  label: string;
}

/** A recipient in the order that a page sends. */
export interface OnCallEntry {
  recipient: string;
  /** A name that was typed. If undefined, the recipient keeps its name. Older pages send all names. */
  label?: string | undefined;
  /**
   * Whether the owner turned this recipient off. It then has no turn, unless it is first (`firstUntil`), or all are
   * off. It rings when all recipients ring, or if the last recipient's alarm isn't accepted.
   */
  isOff: boolean;
}

export type ChangeKind = 'notice' | 'extra_minutes' | 'shop_hours' | 'on_call' | 'on_until';

export interface DashboardRequest {
  reference: string;
  /** The English name, like "Emergency Repair". */
  serviceName: string;
  isEmergency: boolean;
  language: string;
  /** The name, place, and message, shortened to at most 60 characters each. */
  name: string;
  place?: string | undefined;
  message: string;
  phone: string;
  /** A `tel:` link, if the number can be dialed. */
  tel?: string | undefined;
  isPossibleSpam: boolean;
  state: RequestStatus['state'];
  receivedAt: string;
  rung?: RequestStatus['rung'];
  /** `hasDevice`: whether a paired device took it. */
  taken?: { at: string; by?: string | undefined; isMine: boolean; hasDevice: boolean } | undefined;
  eta?: RequestStatus['eta'];
  endedAt?: string | undefined;
  /** Whether an email about it was accepted and isn't being sent again. */
  isEmailed: boolean;
  /** The number of open, untaken requests from the same network. It is at least 1, even if the network is unknown. */
  sameNetworkCount: number;
}

/** The details of a request that an alarm's link shows on devices that aren't paired. */
export type LinkedRequest = Pick<
  DashboardRequest,
  | 'reference'
  | 'serviceName'
  | 'place'
  | 'message'
  | 'phone'
  | 'tel'
  | 'state'
  | 'rung'
  | 'taken'
  | 'eta'
  | 'endedAt'
>;

/** A request with all its details. */
export interface RequestDetails extends DashboardRequest {
  email: string;
  /** A link built from the coordinates in the message, never a link that the visitor wrote. */
  map?: string | undefined;
  /** An `sms:` link with a text in the driver's language. */
  sms?: string | undefined;
  /** Roughly when the request will be deleted. Undefined if this isn't known yet, or if it is already erased. */
  deletedOn?: string | undefined;
}

/** A paired phone or computer. */
export interface Device {
  id: number;
  name: string;
  firstName: string;
  recipient?: string | undefined;
  pairedAt: string;
  seenAt: string;
}

/**
 * The body of a paired device's POST. Repeating an action right away does no harm, except that `email_again` and
 * `test_ring` send again, and `on_my_way` restarts its countdown.
 */
export type OwnerAction =
  | { action: 'take' | 'done' | 'not_a_customer' | 'reopen' | 'email_again'; reference: string }
  /** With `taken`, undoes the press of "I'm taking it" at that time. Fails if somebody took the request again. */
  | { action: 'give_back'; reference: string; taken?: string | undefined }
  /** Includes `take`, if nobody is handling the request. */
  | { action: 'on_my_way'; reference: string; minutes: (typeof etaMinutes)[number] }
  /** `confirm` repeats the reference. */
  | { action: 'erase'; reference: string; confirm: string }
  /** Closes this request and its network's other open, untaken ones. */
  | { action: 'close_network'; reference: string }
  /** Reopens the requests that `close_network` closed together. */
  | { action: 'reopen_network'; reference: string }
  | { action: 'notice'; text: Record<string, string>; begins: string; ends: string }
  | { action: 'extra_minutes'; city: string; minutes: (typeof extraMinutes)[number]; until: string }
  /** `replaces` is the page's `shopHoursId`. Fails if another change has been made since. Older pages don't send it. */
  | { action: 'shop_hours'; lines: ShopHours[]; replaces?: number | undefined }
  /** `replaces` is the page's `onCallId`. See `shop_hours`. */
  | { action: 'on_call'; order: OnCallEntry[]; replaces?: number | undefined }
  /** Sets `firstUntil`: this device's recipient rings first until the given time. */
  | { action: 'on_until'; until: string }
  /** Ends `firstUntil` now. */
  | { action: 'hand_over' }
  /** Ends a notice. If the notice has begun, also ends all notices that began before it. */
  | { action: 'take_down'; id: number }
  /** Withdraws a change, which restores the previous one. */
  | { action: 'undo'; kind: ChangeKind; id: number }
  | { action: 'test_ring'; recipient: string }
  | { action: 'rename'; name: string; firstName: string; recipient?: string | undefined }
  | { action: 'remove_device'; id: number };

/** Actions on the same path about pairing links. Only `make_link` needs a paired device's key. */
export type PairingAction =
  /** Returns `{ token, expiresAt }`. The link is `/dispatch#pair=TOKEN`. */
  | { action: 'make_link' }
  /** Returns `{ key }`. `retryKey` is random, but the same if the device asks again after a lost response. */
  | {
      action: 'pair';
      token: string;
      retryKey?: string | undefined;
      name: string;
      firstName: string;
      recipient?: string | undefined;
    }
  /** Responds with 202 whether or not an email is sent. */
  | { action: 'email_link' }
  /** Describes a pairing link before it is used. Returns `{ expiresAt, recipients }`. */
  | { action: 'check_link'; token: string };

/** Actions for an alarm's link, `/dispatch#take=TOKEN`. It works for 24 hours after the last alarm. */
export type AlarmLinkAction =
  // Both return `{ request }`. `retryKey` works as in `pair`.
  | { action: 'show_request'; take: string }
  | { action: 'take_by_link'; take: string; by: string; retryKey?: string | undefined };

/** The response to `GET ?reference=7KQ2MA`. */
export type DetailsResponse = { request: RequestDetails };
