import { interpolate } from '../../content/interpolate.ts';
import { mailWords } from '../../content/words/mail.ts';
import type { ListedRequest, Overview } from '../store/request-store.ts';
import { dialLink } from './dial-link.ts';
import { bytesOf, fieldsIn, headersOf, type MailAddresses, serviceInWords } from './message.ts';
import { localTime, pluralize, stripControlCharacters } from './text.ts';
import type { Email, EmailParts } from './transport.ts';

const words = mailWords.overview;

/**
 * Composes one email that names the requests that wait, those first that none has named before. Text only,
 * in base64, so that its size depends only on the length of the texts, whatever their alphabet.
 */
export async function composeOverview(overview: Overview, { from, to }: MailAddresses): Promise<Email> {
  const { id, requests, asOf } = overview;
  const parts: EmailParts = {
    key: id,
    sender: mailWords.sender,
    subject: subjectOf(overview),
    replyTo: undefined,
    headers: headersOf(requests.some(isEmergency)),
    text: textPart(overview),
    html: undefined,
  };
  return { reference: id, from, to, parts, bytes: await bytesOf(parts, { from, to }, asOf, 'base64') };
}

/** A request that filled the honeypot is never an emergency. */
function isEmergency({ fields, honeypotFilled }: ListedRequest): boolean {
  return fields.service === 'emergency' && !honeypotFilled;
}

/** "1 EMERGENCY in 12 requests waiting", "12 requests waiting". */
function subjectOf({ requests, more }: Overview): string {
  const waiting = interpolate(words.waiting, {
    requests: pluralize(requests.length + more, mailWords.requests),
  });
  const emergencies = requests.filter(isEmergency).length;
  return emergencies === 0
    ? waiting
    : interpolate(mailWords.emergenciesInRequests, {
        emergencies: pluralize(emergencies, mailWords.emergencies),
        requests: waiting,
      });
}

function textPart({ requests, more, isPlain }: Overview): string {
  const lines = requests.map(isPlain ? plainLine : line);
  return [
    lines.join('\n'),
    ...(more > 0 ? [interpolate(words.more, { count: more.toLocaleString('en-US') })] : []),
    `${words.why} ${words.reply}`,
  ].join('\n\n');
}

/**
 * `7KQ2MA · EMERGENCY · "Ana", "832-555-0188" · Monday, …`. Quotes within what visitors wrote become
 * apostrophes, so that no name can pass for the next request.
 */
function line(request: ListedRequest): string {
  const { reference, fields, receivedAt } = request;
  const headline = fieldsIn(fields, 'headline').map(({ value }) => `"${value.replaceAll('"', "'")}"`);
  return [reference, kindOf(request), headline.join(', '), localTime(receivedAt)].join(' · ');
}

/** Nothing that a visitor wrote but the digits of the phone number. */
function plainLine(request: ListedRequest): string {
  const { reference, fields } = request;
  const digits = dialLink(stripControlCharacters(fields.phone))?.replace('tel:', '');
  return [reference, kindOf(request), digits].filter((part) => part !== undefined).join(' · ');
}

function kindOf(request: ListedRequest): string {
  return request.honeypotFilled ? mailWords.spamSubject : serviceInWords(request.fields.service);
}
