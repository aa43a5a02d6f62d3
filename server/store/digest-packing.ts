import { Buffer } from 'node:buffer';
import type { ContactRequest } from '../../contract/contact-request.ts';

/** Waiting requests that one digest takes or names; what is beyond is counted. */
export const mostInDigest = 2_000;

/** UTF-16 units of a message that a summary shows. */
export const summaryLength = 120;

/**
 * Room for the texts, in bytes of UTF-8: base64 makes 78 bytes of 57, so the email stays below 1 MB.
 * Whole texts always get some of it, or a flood would never drain: only when 2,000 requests wait with the
 * longest names in alphabets of three bytes a letter does a digest grow beyond, to 2.6 MB at most.
 */
const room = 700_000;
const leastForWholeTexts = 100_000;

/** What the email adds: labels for each request, a mark before each line. */
const bytesPerRequest = 400;
const bytesPerSummary = 60;
const bytesPerLine = 3;

/**
 * Decides which of the waiting requests, given in their order, go into a digest as a whole; the others
 * are named. With `summaries` off the others are left out. A long text that finds no room makes way for
 * the short ones behind it: it is among the first next time.
 */
export function packDigest<Waiting extends { fields: ContactRequest }>(
  waiting: readonly Waiting[],
  summaries: boolean,
): { whole: Waiting[]; named: Waiting[] } {
  const summarySizes = waiting.map(({ fields }) => (summaries ? summarySize(fields) : 0));
  let used = summarySizes.reduce((sum, size) => sum + size, 0);
  const limit = Math.max(room, used + leastForWholeTexts);
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

/** The fields with the message on one line and cut, never through the middle of a character. */
export function summaryOf(fields: ContactRequest): ContactRequest {
  const message = fields.message.replace(/\s+/g, ' ').trim().slice(0, summaryLength);
  return { ...fields, message: message.isWellFormed() ? message : message.slice(0, -1) };
}
