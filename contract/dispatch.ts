/**
 * What the owner's page "Dispatch" and its function say to each other. Times are RFC 3339 in UTC, like
 * "2026-11-28T08:06:11Z". Keys and tokens travel in headers and bodies, so they are in no URL that a server could log.
 */
import type { RequestStatus } from './request-status.ts';

export const dispatchName = 'dispatch';
export const dispatchKeyHeader = 'Dispatch-Key';

/** The page that the owner's phones open. Emails and alarms link to it. */
export const dispatchPage = '/dispatch';

/** A pairing link works for so long, in milliseconds. */
export const pairingLasts = 15 * 60_000;
export const maxDevices = 10;

/** How long the texts may be, in UTF-16 units. */
export const dispatchLimits = { notice: 90, deviceName: 40, firstName: 20, label: 30 };
/** How long a notice may stay, in days. */
export const maxNoticeDays = 30;
/** How long "I'm on until" and extra minutes may last, in hours: whoever forgets them has them gone the next day. */
export const maxOnCallHours = 24;
export const maxExtraMinutesHours = 48;
/** On how many lines shop hours are said. */
export const maxShopHours = 3;

export const etaMinutes = [20, 40, 60, 90] as const;
export const extraMinutes = [0, 15, 30, 60] as const;
/** How many requests a list shows. */
export const pageSize = 50;

/** GET answers this, with an ETag. So does POST after each action. */
export interface Board {
  now: string;
  /** Seconds until a visible page asks again. */
  askAgain: number;
  me: Device;
  /** Requests that nobody has ended: untaken emergencies first, network by network, then the others, spam last. */
  open: ListedRequest[];
  /** How many more there are than `open` lists. */
  more: number;
  /** The latest 20 that ended within seven days. */
  ended: ListedRequest[];
  site: SiteState;
  health: Health;
  devices: Device[];
}

/** What the owner has changed on the site, as far as it counts now or later. */
export interface SiteState {
  /** The notice that visitors see. */
  notice?: Notice | undefined;
  /** The next one, which begins later. */
  planned?: Notice | undefined;
  /** By the city of an area. */
  extraMinutes: Record<string, ExtraMinutes>;
  /** Empty: the site says none. */
  shopHours: ShopHours[];
  /** In the order in which they ring. `recipient` is the stored name, without credentials. */
  onCall: OnCall[];
  firstUntil?: { recipient: string; until: string } | undefined;
  /** The newest change of each kind, which Undo withdraws. */
  newest: Partial<Record<ChangeKind, number>>;
}

export interface Notice {
  /** The change that it is. */
  id: number;
  /** On one line, for each language of the site. */
  text: Record<string, string>;
  begins: string;
  ends: string;
}

export interface ExtraMinutes {
  minutes: (typeof extraMinutes)[number];
  until: string;
}

/** Days like "Mo-Sa" and times like "07:00", as in content/business.json. */
export interface ShopHours {
  days: string;
  opens: string;
  closes: string;
}

/** What a phone is called until somebody names it, like "Phone 2 (…/ben)": the settings know the address of its service. */
export function labelOf(recipient: string, recipients: readonly string[]): string {
  const address = recipient.replace(/^.*\//, '…/');
  return `Phone ${recipients.indexOf(recipient) + 1} (${address})`.slice(0, dispatchLimits.label);
}

export interface OnCall {
  recipient: string;
  label: string;
  /** A phone that is off rings only when all do. */
  isOff: boolean;
}

export type ChangeKind = 'notice' | 'extra_minutes' | 'shop_hours' | 'on_call' | 'on_until';

export interface Health {
  /** `files`: neither SMTP nor a mail API is set up. */
  email: {
    state: 'ok' | 'late' | 'refused' | 'files';
    waiting: number;
    lastAcceptedAt?: string | undefined;
  };
  phones: PhoneHealth[];
  /** Undefined before the first one, and where the database's host makes backups. */
  backup?: { at: string; bytes: number } | undefined;
  /** Whether there is none, and this server's owner has to see to it. */
  needsBackup?: boolean | undefined;
  /** Undefined in functions. */
  disk?: { freeBytes: number; usedPercent: number } | undefined;
  months: { month: string; requests: number; emergencies: number; takenIn15: number }[];
}

export interface PhoneHealth {
  recipient: string;
  /** When its service last accepted an alarm. */
  lastAcceptedAt?: string | undefined;
  /** Set if its service didn't accept the latest one, and no test ring since. */
  lastFailure?: string | undefined;
  /** When its service accepted the latest test ring. */
  testedAt?: string | undefined;
  /** Set if its service refused that, and has accepted no alarm since. */
  testRefusedAt?: string | undefined;
}

/** A request in the list. */
export interface ListedRequest {
  reference: string;
  /** In English: "Emergency Repair". */
  serviceName: string;
  isEmergency: boolean;
  language: string;
  /** As an alarm would have them: at most 60 characters each. */
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
  taken?: { at: string; by?: string | undefined; isMine: boolean } | undefined;
  eta?: RequestStatus['eta'];
  endedAt?: string | undefined;
  /** Whether an email about it was accepted. */
  isEmailed: boolean;
  /** How many open requests came from the same network, this one included. */
  sameNetwork: number;
}

/** A request in full. */
export interface OpenedRequest extends ListedRequest {
  email: string;
  /** Built from the coordinates in the message, never from a visitor's own link. */
  map?: string | undefined;
  /** An `sms:` link with a text in the driver's language. */
  sms?: string | undefined;
  /** The day on which it will be deleted, if nothing changes. */
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

/** The body of POST. Every action states a result, so repeating one does no harm. */
export type OwnerAction =
  | { action: 'take' | 'give_back' | 'done' | 'not_a_customer' | 'reopen' | 'email_again'; reference: string }
  /** Takes it, too. */
  | { action: 'on_my_way'; reference: string; minutes: (typeof etaMinutes)[number] }
  /** `confirm`: the reference once more. */
  | { action: 'erase'; reference: string; confirm: string }
  /** Every open request of the network that this one came from. */
  | { action: 'close_network' | 'reopen_network'; reference: string }
  | { action: 'notice'; text: Record<string, string>; begins: string; ends: string }
  | { action: 'extra_minutes'; city: string; minutes: (typeof extraMinutes)[number]; until: string }
  | { action: 'shop_hours'; lines: ShopHours[] }
  | { action: 'on_call'; order: OnCall[] }
  /** This phone's recipient rings first until then. */
  | { action: 'on_until'; until: string }
  | { action: 'hand_over' }
  /** Withdraws a change, so that the one before it counts again. */
  | { action: 'undo'; kind: ChangeKind; id: number }
  | { action: 'test_ring'; recipient: string }
  | { action: 'rename'; name: string; firstName: string; recipient?: string | undefined }
  | { action: 'remove_device'; id: number };

/** The same path, for what needs no paired phone (`pair`, `email_link`, and the links of alarms) or pairs another. */
export type PairingAction =
  /** Needs a key. Answers `{ token, expiresAt }`; the link is `/dispatch#pair=TOKEN`. */
  | { action: 'make_link' }
  /** Answers `{ key }`. `press` is random, and the same when the phone asks again, because the answer was lost. */
  | {
      action: 'pair';
      token: string;
      press?: string | undefined;
      name: string;
      firstName: string;
      recipient?: string | undefined;
    }
  /** Answers 202 whatever happens. */
  | { action: 'email_link' }
  /** What may be told about a pairing link before it is used: `{ expiresAt, recipients }`. */
  | { action: 'check_link'; token: string };

/** A link in an alarm: `/dispatch#take=TOKEN`, without a paired phone, for 24 hours. Both answer `{ request }`. */
export type TakeByLink =
  | { action: 'show_taken'; take: string }
  | { action: 'take_by_link'; take: string; by: string };

/** `GET ?reference=7KQ2MA` answers this. */
export interface OpenedAnswer {
  request: OpenedRequest;
}
