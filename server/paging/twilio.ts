import { Buffer } from 'node:buffer';
import { interpolate } from '../../content/interpolate.ts';
import { pagingWords } from '../../content/words/paging.ts';
import { decodePart } from '../connection-urls.ts';
import { call } from './call.ts';
import { headOf, type Page, type Recipient } from './page.ts';

/** twilio://SID:TOKEN@FROM/TO (https://www.twilio.com/docs/messaging/api/message-resource). No key for repeats. */
export function twilio({ username: sid, password, hostname, pathname }: URL): Recipient | undefined {
  const [token, From = '', To = ''] = [password, hostname, pathname.slice(1)].map(decodePart);
  if (!/^AC[\da-f]{32}$/i.test(sid) || !token || ![From, To].every((one) => /^\+[1-9]\d{6,14}$/.test(one))) {
    return undefined;
  }
  const url = `https://api.twilio.com/2010-04-01/Accounts/${sid}/Messages.json`;
  const headers = { Authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` };
  return {
    name: To,
    send: (page, signal) => {
      const body = new URLSearchParams({ To, From, Body: textMessage(page) });
      return call(url, { method: 'POST', headers, body, expected: /"sid": ?"[SM]M/ }, signal);
    },
  };
}

/** One segment of GSM 7-bit, in septets. Characters that take two are left out with all others (3GPP TS 23.038, 6.2.1). */
const segment = 160;
const notInGsm = /[^@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./\d:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]/gu;

/** What does not fit is cut: first the message, then the place, never the number. */
export function textMessage({ text, requests: [first, ...others] }: Page): string {
  if (!first) {
    return cut(toGsm(text), segment);
  }
  const number = toGsm(headOf({ ...first, place: undefined }));
  const reference = [first, ...others].map((one) => one.reference).join(' ');
  const end = `. ${interpolate(pagingWords.reference, { reference })}`;
  const link = `. ${interpolate(pagingWords.taking, { url: first.acknowledgeUrl })}`;
  const tail = number.length + end.length + link.length <= segment ? end + link : end;
  const start = toGsm([headOf(first), first.message].filter(Boolean).join('. '));
  return cut(start, segment - tail.length) + tail;
}

/** Without the accents that GSM lacks: those are decomposed into a letter and a mark. */
function toGsm(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\p{Pd}/gu, '-');
  return plain.replace(notInGsm, (one) => one.normalize('NFKD').replace(notInGsm, ''));
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 3).trimEnd()}...`;
}
