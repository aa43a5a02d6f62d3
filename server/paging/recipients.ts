import { decodePart } from '../connection-urls.ts';
import type { Recipient } from './call.ts';
import { ntfy } from './ntfy.ts';
import { pushover } from './pushover.ts';
import { twilio } from './twilio.ts';
import { webhook } from './webhook.ts';

/** Who is rung, and about what. */
export interface Paging {
  recipients: readonly Recipient[];
  takes: 'requests' | 'emergencies';
  /** Whether pages name the number, the place and the message. Absent: unless anybody can read them. */
  details?: boolean | undefined;
  /** Where the links lead. */
  origin: string;
}

/** By the protocol of a URL. All that is percent-encoded in it can be decoded. */
const services: Record<string, (url: URL) => Recipient | undefined> = {
  'ntfy:': ntfy,
  'twilio:': twilio,
  'pushover:': pushover,
  'https:': webhook,
};

/** The URLs of PAGE_URL, in order. Undefined if one of them is wrong. */
export function readRecipients(text: string): Recipient[] | undefined {
  const found = text.split(/\s+/).map((one) => {
    const url = decodePart(one) === undefined ? null : URL.parse(one);
    return url ? services[url.protocol]?.(url) : undefined;
  });
  return found.every((recipient) => recipient !== undefined) ? found : undefined;
}
