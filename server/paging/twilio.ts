import { basicLogin } from '../http/call.ts';
import { decodePart } from '../settings/connection-urls.ts';
import { type AnswerReader, askService, numberIn } from './ask-service.ts';
import { moreText, type Page, type PagedRequest, type Recipient, sentencesOf } from './page.ts';

/** twilio://SID:TOKEN@FROM/TO (https://www.twilio.com/docs/messaging/api/message-resource). No key for repeats. */
export function twilio({ username: sid, password, hostname, pathname }: URL): Recipient | undefined {
  const [token = '', From = '', To = ''] = [password, hostname, pathname.slice(1)].map(decodePart);
  const areNumbers = [From, To].every((one) => /^\+[1-9]\d{6,14}$/.test(one));
  if (!/^AC[\da-f]{32}$/i.test(sid) || !token || !areNumbers) {
    return undefined;
  }
  const url = `https://api.twilio.com/2010-04-01/Accounts/${sid}/Messages.json`;
  const headers = basicLogin(sid, token);
  return {
    name: To,
    mostNamed: 3,
    send: (page, signal) => {
      const body = new URLSearchParams({ To, From, Body: textMessage(page) });
      return askService(url, { method: 'POST', headers, body }, signal, reader);
    },
  };
}

/** https://www.twilio.com/docs/api/errors */
const reader: AnswerReader = {
  isYes: ({ sid }) => typeof sid === 'string',
  code: (body) => numberIn(body, 'code'),
  causes: {
    20003: 'it does not know SID and TOKEN of PAGE_URL',
    21211: 'the phone number of PAGE_URL does not exist',
    21606: 'the Twilio number of PAGE_URL cannot send text messages',
    21608: 'a trial account only sends to numbers that you have verified',
    21610: 'the phone has answered STOP: send START from it',
  },
};

/** The septets of one segment of GSM 7-bit (3GPP TS 23.038, 6.2.1). */
const segment = 160;

/**
 * In one segment. The message gives way first, then the place. The link is whole or left out, and so is the number of
 * others that wait.
 */
export function textMessage(page: Page): string {
  const { text, requests } = page;
  const [first, second] = requests;
  const more = moreText(page.waiting);
  const ending = more && ` ${more}`;
  if (!first) {
    return toGsm(text).slice(0, segment);
  }
  if (second) {
    return shareOf(requests, segment - ending.length) + ending;
  }
  const { about, end, link } = sentencesOf(first);
  const shortest = toGsm(sentencesOf({ ...first, place: '', message: '' }).about) + end + link + ending;
  const rest = (shortest.length > segment ? end : end + link) + ending;
  // Half a map link leads to another place; a whole one is before a space or a period.
  const cut = `${toGsm(about)} `.slice(0, segment - rest.length).replace(/https:\S*$/, '');
  return cut.trimEnd() + rest;
}

/** Several requests, each with its share of the length: service, number and reference, whose letters are whole. */
function shareOf(requests: readonly PagedRequest[], length: number): string {
  const separator = '; ';
  const share = Math.floor((length + separator.length) / requests.length) - separator.length;
  const parts = requests.map(({ service, phone = '', reference }) => {
    const rest = toGsm(` ${phone}`)
      .trimEnd()
      .slice(0, share - reference.length - 1);
    const room = share - rest.length - reference.length - 1;
    return `${toGsm(service).slice(0, room)}${rest} ${reference}`;
  });
  return parts.join(separator);
}

/** Only the characters of ASCII that take one septet: letters lose their accents. */
function toGsm(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[‘’]/g, "'")
    .replace(/[^ !"#$%&'()*+,\-./:;<=>?@\w]/g, '');
}
