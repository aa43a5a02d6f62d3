import { interpolate } from '../../content/interpolate.ts';
import { pagingWords } from '../../content/words/paging.ts';
import { decodePart } from '../connection-urls.ts';
import { basicLogin, call, type Recipient } from './call.ts';
import { aboutOf, type Page } from './page.ts';

/** twilio://SID:TOKEN@FROM/TO (https://www.twilio.com/docs/messaging/api/message-resource). No key for repeats. */
export function twilio({ username: sid, password, hostname, pathname }: URL): Recipient | undefined {
  const [token = '', From = '', To = ''] = [password, hostname, pathname.slice(1)].map(decodePart);
  const areNumbers = [From, To].every((one) => /^\+[1-9]\d{6,14}$/.test(one));
  if (!/^AC[\da-f]{32}$/i.test(sid) || !token || !areNumbers) return undefined;
  const url = `https://api.twilio.com/2010-04-01/Accounts/${sid}/Messages.json`;
  return {
    name: To,
    send: (page, signal) => {
      const body = new URLSearchParams({ To, From, Body: textMessage(page) });
      return call(url, { method: 'POST', headers: basicLogin(sid, token), body }, signal, /"sid":/);
    },
  };
}

/** The septets of one segment of GSM 7-bit (3GPP TS 23.038, 6.2.1). */
const segment = 160;

/** In one segment. The message gives way first, then the place. The link is whole or left out, the number is whole. */
export function textMessage({ text, requests: [first, ...others] }: Page): string {
  if (!first) return toGsm(text).slice(0, segment);
  const reference = [first, ...others].map((request) => request.reference).join(' ');
  const end = `. ${interpolate(pagingWords.reference, { reference })}`;
  const link = others.length > 0 ? '' : `. ${interpolate(pagingWords.taking, { url: first.acknowledgeUrl })}`;
  const shortest = toGsm(aboutOf({ ...first, place: '', message: '' }));
  const taking = shortest.length + end.length + link.length > segment ? '' : link;
  // Half a map link leads to another place; a whole one is before a space or a period.
  const room = segment - end.length - taking.length;
  const about = `${toGsm(aboutOf(first))} `.slice(0, room).replace(/https:\S*$/, '');
  return about.trimEnd() + end + taking;
}

/** Only the characters of ASCII that take one septet: letters lose their accents. */
function toGsm(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[‘’]/g, "'")
    .replace(/[^ !"#$%&'()*+,\-./:;<=>?@\w]/g, '');
}
