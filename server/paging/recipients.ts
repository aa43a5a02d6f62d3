import { createHash } from 'node:crypto';
import { createJsonPost } from '../http/fetch-once.ts';
import { decodePart } from '../settings/connection-urls.ts';
import { passwordEscapes } from '../settings/schemas.ts';
import { type Settings, SettingsError } from '../settings/settings.ts';
import type { Recipient } from './alarm.ts';
import { callPagingService } from './call-paging-service.ts';
import { createNtfyRecipient } from './ntfy.ts';
import { createPushoverRecipient } from './pushover.ts';
import { createTwilioRecipient } from './twilio.ts';

/** The services, by URL protocol. They only get URLs whose percent-encoded parts can be decoded. */
const services: Record<string, (url: URL) => Recipient | undefined> = {
  'ntfy:': createNtfyRecipient,
  'twilio:': createTwilioRecipient,
  'pushover:': createPushoverRecipient,
  'https:': createWebhookRecipient,
};

/** The recipients, in the order of the settings, and the settings of their alarms. */
export interface Paging extends Omit<Settings['paging'], 'urls'> {
  recipients: Recipient[];
}

const urlForms =
  'URLs separated by spaces, each like ntfy://token@ntfy.sh/topic, twilio://SID:TOKEN@+17135550100/+17135550199, pushover://TOKEN@USERKEY or https://hooks.example.com/';

/** Reads the recipients of PAGE_URL. Throws a SettingsError if one of its URLs is wrong or repeated. */
export function readPaging({ paging: { urls, ...paging } }: Pick<Settings, 'paging'>): Paging {
  const recipients = urls === undefined ? [] : parseRecipients(urls);
  if (recipients === undefined) {
    throw new SettingsError(`PAGE_URL cannot be used: it must be ${urlForms}, ${passwordEscapes}`);
  }
  rejectRepeatedRecipients(recipients);
  return { ...paging, recipients };
}

/** Parses the value of PAGE_URL. Returns the recipients in order, or undefined if a URL is wrong. */
export function parseRecipients(text: string): Recipient[] | undefined {
  const parsed = text.split(/\s+/).map((part) => {
    const url = decodePart(part) === undefined ? null : URL.parse(part);
    return url ? services[url.protocol]?.(url) : undefined;
  });
  return parsed.every((recipient) => recipient !== undefined) ? parsed : undefined;
}

/**
 * Throws a SettingsError if two recipients have the same name. They would share each delivery, so alarms wouldn't
 * ring when they should.
 */
function rejectRepeatedRecipients(recipients: readonly Recipient[]): void {
  const names = recipients.map(({ name }) => name);
  const repeated = names.findIndex((name, index) => names.indexOf(name) < index);
  if (repeated >= 0) {
    // The names may be secrets, so the message has only the positions.
    const positions = `${names.indexOf(names[repeated] as string) + 1} and ${repeated + 1}`;
    throw new SettingsError(
      `PAGE_URL cannot be used: addresses ${positions} are the same phone, so remove one of them`,
    );
  }
}

/** Posts JSON with an Idempotency-Key to an https:// URL. The URL has no login, because fetch would refuse it. */
function createWebhookRecipient({ href, host, username, password }: URL): Recipient | undefined {
  if (username || password) {
    return undefined;
  }
  return {
    // The path is often a secret, so the name has only the host and a hash of the URL.
    name: `${host} ${createHash('sha256').update(href).digest('hex').slice(0, 8)}`,
    send: ({ id, event, text, requests: [first, ...others], waiting, at }, signal) =>
      callPagingService(
        href,
        createJsonPost({ event, text, ...first, at, others, waiting }, { 'Idempotency-Key': id }),
        signal,
      ),
  };
}
