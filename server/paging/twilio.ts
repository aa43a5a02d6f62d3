import { decodePart } from '../connection-urls.ts';
import type { Recipient } from './call.ts';
import { basicLogin, call } from './call.ts';
import { headOf, type Page, referenceWords, takingWords } from './page.ts';

/** twilio://SID:TOKEN@FROM/TO (https://www.twilio.com/docs/messaging/api/message-resource). No key for repeats. */
export function twilio({ username: sid, password, hostname, pathname }: URL): Recipient | undefined {
  const [token = '', From = '', To = ''] = [password, hostname, pathname.slice(1)].map(decodePart);
  if (!/^AC[\da-f]{32}$/i.test(sid) || !token || ![From, To].every((one) => /^\+[1-9]\d{6,14}$/.test(one))) {
    return undefined;
  }
  const url = `https://api.twilio.com/2010-04-01/Accounts/${sid}/Messages.json`;
  const headers = basicLogin(sid, token);
  return {
    name: To,
    send: (page, signal) => {
      const body = new URLSearchParams({ To, From, Body: textMessage(page) });
      return call(url, { method: 'POST', headers, body }, signal);
    },
  };
}

/** The septets of one segment of GSM 7-bit (3GPP TS 23.038, 6.2.1). */
const segment = 160;

/** In one segment. What does not fit is the end of the message or of the place: the number comes before both. */
export function textMessage({ text, requests }: Page): string {
  const [first, second] = requests;
  const references = requests.map(({ reference }) => reference).join(' ');
  const taking = first && !second ? `. ${takingWords(first)}` : '';
  const end = first ? `. ${referenceWords(references)}${taking}` : '';
  const start = first ? [headOf(first), first.message].filter(Boolean).join('. ') : text;
  return toGsm(start).slice(0, segment - end.length) + end;
}

/** Only the characters of ASCII that take one septet: letters lose their accents. */
function toGsm(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[‘’]/g, "'")
    .replace(/[^ !"#$%&'()*+,\-./:;<=>?@\w]/g, '');
}
