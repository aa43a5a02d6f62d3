import { interpolate } from '../../content/interpolate.ts';
import { mailWords } from '../../content/words/mail.ts';
import type { ClaimedRequest, Digest, Summary } from '../store/request-store.ts';
import {
  bytesOf,
  headersOf,
  labeledLines,
  type MailAddresses,
  serviceInWords,
  shown,
  whenAndHow,
} from './message.ts';
import { counted } from './text.ts';
import type { Email, EmailParts } from './transport.ts';

const words = mailWords.digest;

/**
 * Composes one email from many requests. Text only, in base64, so that its size depends only on the length of
 * the texts, whatever their alphabet (store/digest-packing.ts).
 */
export async function composeDigest(digest: Digest, { from, to }: MailAddresses, now: Date): Promise<Email> {
  const { id, requests } = digest;
  const emergencies = [...requests, ...digest.summaries].filter(isEmergency).length;
  const parts: EmailParts = {
    key: id,
    sender: mailWords.sender,
    subject: subjectOf(digest, emergencies),
    replyTo: undefined,
    headers: headersOf(emergencies > 0),
    text: textPart(digest, now),
    html: undefined,
  };
  const date = new Date(Math.max(...requests.map(({ receivedAt }) => receivedAt.getTime())));
  return { reference: id, from, to, parts, bytes: await bytesOf(parts, { from, to }, date, 'base64') };
}

/** A request that filled the honeypot is never an emergency. */
function isEmergency({ fields, honeypotFilled }: ClaimedRequest | Summary): boolean {
  return fields.service === 'emergency' && !honeypotFilled;
}

/** "1 EMERGENCY in 2 requests", "12 requests". */
function subjectOf({ requests, summaries }: Digest, emergencies: number): string {
  const all = counted(requests.length + summaries.length, mailWords.requests);
  return emergencies === 0
    ? all
    : interpolate(mailWords.emergenciesInRequests, {
        emergencies: counted(emergencies, mailWords.emergencies),
        requests: all,
      });
}

/** Emergencies first, otherwise in digest order. Nothing precedes the first request. */
function textPart({ requests, summaries, remaining }: Digest, now: Date): string {
  const inRequests = (count: number) => ({ requests: counted(count, mailWords.requests) });
  return [
    ...emergenciesFirst(requests).map((request) => entryOf(request, now)),
    ...(summaries.length > 0 ? [interpolate(words.summaries, inRequests(summaries.length))] : []),
    ...emergenciesFirst(summaries).map(summaryEntry),
    ...(remaining > 0 ? [interpolate(words.remaining, inRequests(remaining))] : []),
    `${words.why} ${words.reply}`,
  ].join('\n\n');
}

function emergenciesFirst<Entry extends ClaimedRequest | Summary>(entries: readonly Entry[]): Entry[] {
  return [...entries.filter(isEmergency), ...entries.filter((entry) => !isEmergency(entry))];
}

/** Each message line is quoted, so it cannot pass itself off as the next request. */
function entryOf({ fields, ...request }: ClaimedRequest, now: Date): string {
  const texts = shown(fields, 'text').flatMap(({ value }) => value.split('\n'));
  return [
    heading(request.reference, fields),
    ...(request.possibleDuplicate ? [mailWords.possibleDuplicate] : []),
    ...(request.honeypotFilled ? [mailWords.spam] : []),
    headline(fields),
    whenAndHow(request.language, request.receivedAt, now),
    ...labeledLines(fields, 'service'),
    ...texts.map((line) => `> ${line}`),
  ].join('\n');
}

function summaryEntry({ reference, fields, honeypotFilled }: Summary): string {
  const texts = shown(fields, 'text').map(({ value }) => `> ${value}`);
  return [
    heading(reference, fields),
    ...(honeypotFilled ? [mailWords.spam] : []),
    headline(fields),
    ...texts,
  ].join('\n');
}

function heading(reference: string, { service }: ClaimedRequest['fields']): string {
  return `── ${reference} · ${serviceInWords(service)}`;
}

function headline(fields: ClaimedRequest['fields']): string {
  return shown(fields, 'headline')
    .map(({ value }) => value)
    .join(', ');
}
