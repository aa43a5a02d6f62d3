import { Buffer } from 'node:buffer';
import type { ContactRequest } from '../../contract/contact-request.ts';

/** The most requests that one digest includes or summarizes; any more are only counted. */
export const maxInDigest = 2_000;

/** Length of a message in a summary, in UTF-16 code units. */
export const summaryLength = 120;

/**
 * Space for the texts, in UTF-8 bytes: base64 turns 57 bytes into 78, so the email stays below 1 MB. Some of
 * it is reserved for full texts, or a flood would never drain. A digest exceeds the budget, up to 2.6 MB,
 * only if 2,000 requests have the longest names in three-byte alphabets.
 */
const budget = 700_000;
const minForWholeTexts = 100_000;

/** Overhead of the email: labels per request, a quote mark per line. */
const bytesPerRequest = 400;
const bytesPerSummary = 60;
const bytesPerLine = 3;

/**
 * Decides which waiting requests, in order, a digest includes in full. The others are summarized, or left out
 * with `summaries` off. A text too long for the remaining budget is passed over for shorter ones behind it,
 * and is among the first next time.
 */
export function packDigest<Waiting extends { fields: ContactRequest }>(
  waiting: readonly Waiting[],
  summaries: boolean,
): { whole: Waiting[]; named: Waiting[] } {
  const summarySizes = waiting.map(({ fields }) => (summaries ? summarySize(fields) : 0));
  let used = summarySizes.reduce((sum, size) => sum + size, 0);
  const limit = Math.max(budget, used + minForWholeTexts);
  const whole: Waiting[] = [];
  const named: Waiting[] = [];
  waiting.forEach((request, index) => {
    const more = wholeSize(request.fields) - (summarySizes[index] ?? 0);
    if (used + more <= limit) {
      used += more;
      whole.push(request);
    } else {
      named.push(request);
    }
  });
  return { whole, named: summaries ? named : [] };
}

function wholeSize(fields: ContactRequest): number {
  const lines = fields.message.split('\n').length;
  return sizeOf(fields) + bytesPerRequest + bytesPerLine * lines;
}

function summarySize(fields: ContactRequest): number {
  const { name, phone, service, message } = summaryOf(fields);
  return [name, phone, service, message].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    bytesPerSummary,
  );
}

function sizeOf(fields: ContactRequest): number {
  return Object.values(fields).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** The fields with the message on one line, truncated but never in the middle of a character. */
export function summaryOf(fields: ContactRequest): ContactRequest {
  const message = fields.message.replace(/\s+/g, ' ').trim().slice(0, summaryLength);
  return { ...fields, message: message.isWellFormed() ? message : message.slice(0, -1) };
}
