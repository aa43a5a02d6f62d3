import { ntfy } from './ntfy.ts';
import type { Page, Recipient } from './page.ts';
import { pushover } from './pushover.ts';
import { twilio } from './twilio.ts';
import { webhook } from './webhook.ts';

const channels: Record<string, (url: URL) => Recipient | undefined> = {
  'ntfy:': ntfy,
  'twilio:': twilio,
  'pushover:': pushover,
  'https:': webhook,
  // Only on this machine.
  'http:': webhook,
};

/** The URLs of PAGE_URL, in order. Undefined if one of them is wrong, or there twice. */
export function readRecipients(text: string): Recipient[] | undefined {
  const found = text.split(/\s+/).map((one) => {
    const url = URL.parse(one);
    return url ? channels[url.protocol]?.(url) : undefined;
  });
  const names = new Set(found.map((recipient) => recipient?.name));
  return found.every((recipient) => recipient !== undefined) && names.size === found.length
    ? found
    : undefined;
}

/** Sends a page to everybody at once, whatever the limits. Returns whether anybody got it. */
export async function pageEverybody(
  recipients: readonly Recipient[],
  page: Page,
  signal: AbortSignal,
): Promise<boolean> {
  const answers = await Promise.all(recipients.map((recipient) => recipient.send(page, signal)));
  return answers.some(({ isAccepted }) => isAccepted);
}

/** For services that repeat by themselves. If it fails, they end that a few minutes later. */
export async function cancelPages(
  recipients: readonly Recipient[],
  reference: string,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(recipients.map((recipient) => recipient.cancel?.(reference, signal)));
}
