import { createBasicAuthHeader } from '../http/fetch-once.ts';
import { decodePart } from '../settings/connection-urls.ts';
import {
  type AlarmRequest,
  composeAlarmPieces,
  formatWaiting,
  type PagingMessage,
  type Recipient,
} from './alarm.ts';
import { callPagingService, getNumberAsText, type ResponseReader } from './call-paging-service.ts';

/**
 * Parses twilio://SID:TOKEN@FROM/TO (https://www.twilio.com/docs/messaging/api/message-resource). The API has no
 * idempotency keys, so each retry is another message.
 */
export function createTwilioRecipient({
  username: sid,
  password,
  hostname,
  pathname,
}: URL): Recipient | undefined {
  const [token = '', From = '', To = ''] = [password, hostname, pathname.slice(1)].map(decodePart);
  const areNumbers = [From, To].every((number) => /^\+[1-9]\d{6,14}$/.test(number));
  if (!/^AC[\da-f]{32}$/i.test(sid) || !token || !areNumbers) {
    return undefined;
  }
  const url = `https://api.twilio.com/2010-04-01/Accounts/${sid}/Messages.json`;
  const headers = createBasicAuthHeader(sid, token);
  return {
    name: To,
    maxRequestsNamed: 3,
    send: (alarm, signal) => {
      const body = new URLSearchParams({ To, From, Body: composeTextMessage(alarm) });
      return callPagingService(url, { method: 'POST', headers, body }, signal, reader);
    },
  };
}

/** https://www.twilio.com/docs/api/errors */
const reader: ResponseReader = {
  isSuccess: ({ sid }) => typeof sid === 'string',
  getCode: (body) => getNumberAsText(body, 'code'),
  causes: {
    20003: 'it does not recognize SID and TOKEN in PAGE_URL',
    21211: 'the phone number in PAGE_URL does not exist',
    21606: 'the Twilio number in PAGE_URL cannot send text messages',
    21608: 'a trial account only sends to numbers that you have verified',
    21610: 'the phone has replied STOP. Send START from it',
  },
};

/** The number of septets in one GSM 7-bit segment (3GPP TS 23.038). */
const segmentLength = 160;

/** Composes a text message of one segment. The number of waiting requests is never cut. */
export function composeTextMessage(alarm: PagingMessage): string {
  const { text, requests } = alarm;
  const [first, second] = requests;
  const more = formatWaiting(alarm.waiting);
  const ending = more && ` ${more}`;
  if (!first) {
    return toGsm(text).slice(0, segmentLength);
  }
  if (second) {
    return listRequests(requests, segmentLength - ending.length) + ending;
  }
  const { summary, referencePart, linkPart } = composeAlarmPieces(first);
  const shortest =
    toGsm(composeAlarmPieces({ ...first, place: '', message: '' }).summary) +
    referencePart +
    linkPart +
    ending;
  // Omit a link that doesn't fit.
  const suffix = (shortest.length > segmentLength ? referencePart : referencePart + linkPart) + ending;
  // Cut the visitor's message first, then the place. Remove a map link that was cut, because it would show another
  // place. The pattern leaves a link alone if a space comes after it.
  const shortened = `${toGsm(summary)} `.slice(0, segmentLength - suffix.length).replace(/https:\S*$/, '');
  return shortened.trimEnd() + suffix;
}

/**
 * Lists each request's service, number, and reference. Each request gets an equal share of the length, and its
 * reference is never cut.
 */
function listRequests(requests: readonly AlarmRequest[], length: number): string {
  const separator = '; ';
  const share = Math.floor((length + separator.length) / requests.length) - separator.length;
  const entries = requests.map(({ service, phone = '', reference }) => {
    const number = toGsm(` ${phone}`)
      .trimEnd()
      .slice(0, share - reference.length - 1);
    const serviceLength = share - number.length - reference.length - 1;
    return `${toGsm(service).slice(0, serviceLength)}${number} ${reference}`;
  });
  return entries.join(separator);
}

/** Keeps only ASCII characters that need one septet. Letters lose their accents. */
function toGsm(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[‘’]/g, "'")
    .replace(/[^ !"#$%&'()*+,\-./:;<=>?@\w]/g, '');
}
