import { STATUS_CODES } from 'node:http';
import { business } from '../content/business.ts';
import { words } from '../content/words/index.ts';
import { fillIn } from '../contract/fill-in.ts';
import { printedPhone } from '../contract/phone-number.ts';
import { cacheControl, filePolicy, headersOfEveryAnswer } from './headers.ts';

/**
 * The answer to what is no request at all, or came too slowly to become one. It may be a driver's
 * form on a bad line, so it names the phone number, in each language.
 */
const text = Object.values(words)
  .map(
    ({ refusal }) => `${refusal.title}. ${fillIn(refusal.call, { phone: printedPhone(business.phone) })}\n`,
  )
  .join('');

function headersOfBareAnswer(siteUrl: string | undefined): Record<string, string> {
  return {
    ...headersOfEveryAnswer(siteUrl),
    'Content-Security-Policy': filePolicy,
    'Cache-Control': cacheControl.never,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  };
}

export function bareAnswer(status: number, siteUrl: string | undefined): Response {
  return new Response(text, { status, headers: headersOfBareAnswer(siteUrl) });
}

/** The same for a connection on which no request came about (RFC 9112). */
export function bareAnswerBytes(status: number, siteUrl: string | undefined): string {
  const headers = Object.entries(headersOfBareAnswer(siteUrl)).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${text}`;
}
