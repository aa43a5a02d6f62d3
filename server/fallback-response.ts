import { STATUS_CODES } from 'node:http';
import { business } from '../content/business.ts';
import { interpolate } from '../content/interpolate.ts';
import { printedPhone } from '../content/phone-number.ts';
import { words } from '../content/words/index.ts';
import { cacheControl, commonHeaders, filePolicy } from './headers.ts';

/**
 * The response to a malformed request, or one that arrived too slowly. It may be a driver's form on a bad
 * connection, so it gives the phone number in every language.
 */
const text = Object.values(words)
  .map(
    ({ rejection }) =>
      `${rejection.title}. ${interpolate(rejection.call, { phone: printedPhone(business.phone) })}\n`,
  )
  .join('');

function headersOfFallback(siteUrl: string | undefined): Record<string, string> {
  return {
    ...commonHeaders(siteUrl),
    'Content-Security-Policy': filePolicy,
    'Cache-Control': cacheControl.never,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  };
}

export function fallbackResponse(status: number, siteUrl: string | undefined): Response {
  return new Response(text, { status, headers: headersOfFallback(siteUrl) });
}

/** The same response as raw bytes, for a connection on which no request could be parsed (RFC 9112). */
export function fallbackResponseBytes(status: number, siteUrl: string | undefined): string {
  const headers = Object.entries(headersOfFallback(siteUrl)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${text}`;
}
