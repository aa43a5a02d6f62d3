import { business } from '../../content/business.ts';
import { languages } from '../../content/languages.ts';
import { phoneLink } from '../../content/phone-number.ts';
import { bytesOf } from '../../server/mail/files.ts';
import { composeMessage } from '../../server/mail/message.ts';
import type { PostedRequest } from '../../server/store/save-requests.ts';
import { must } from './campaign.ts';

const statuses = [200, 303, 400, 403, 413, 415, 422];
const destinations = [null, '/#sent', '/es/#sent'];
const words = (text: string) => new Set(text.split(' '));
const emailHeaders = words(
  'from reply-to to subject message-id date auto-submitted importance x-priority mime-version content-type x-mailer',
);
/** The rejection page's own tags and links; any other came from a visitor. */
const tags = words('!doctype html head meta link title body main h1 div p a span ul li');
const links = new Set([phoneLink(business.phone), ...Object.values(languages).map(({ path }) => path)]);
const keys = words('ok reference type title status code fields');

/** Checks that a response to hostile input holds nothing of it. */
export async function checkResponse(response: Response): Promise<void> {
  const { status, headers } = response;
  must(statuses.includes(status), `it was answered ${status}`);
  must(headers.get('x-content-type-options') === 'nosniff', 'the common headers are missing');
  must(headers.has('content-security-policy'), 'the policy is missing');
  must(destinations.includes(headers.get('location')), 'it redirects somewhere else');
  const text = await response.text();
  if (headers.get('content-type')?.startsWith('text/html')) {
    const found = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, part = '']) => part);
    onlyKnown(
      'the page holds the tag',
      found(/<\/?([!a-z][a-z\d]*)/gi).map((tag) => tag.toLowerCase()),
      tags,
    );
    onlyKnown('a link of the page leads to', found(/<a [^>]*href="(.*?)"/g), links);
  } else if (status !== 303) {
    onlyKnown('the response says', Object.keys(JSON.parse(text)), keys);
  }
}

/** Composes the email of what was saved, and checks that hostile input changes only what it shows. */
export async function checkEmail({ fields, language }: PostedRequest): Promise<void> {
  const claimed = { reference: 'ABC234', possibleDuplicate: false, honeypotFilled: false };
  const receivedAt = new Date();
  const addresses = { from: 'website@example.net', to: ['owner@example.com'] };
  const email = composeMessage({ ...claimed, fields, language, receivedAt }, addresses, receivedAt);
  const bytes = Buffer.from(await bytesOf(email)).toString('latin1');
  must(!/(?<!\r)\n|\r(?!\n)/.test(bytes), 'the email has a bare line feed');
  const head = bytes.slice(0, bytes.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const lines = head.split('\r\n').map((line) => line.split(/: */, 2) as [string, string]);
  const values = new Map(lines.map(([name, value]) => [name.toLowerCase(), value]));
  must(values.size === lines.length, 'the email has a duplicate header');
  onlyKnown('the email has a header', values.keys(), emailHeaders);
  must(values.get('to') === addresses.to.join(), `the email goes to ${values.get('to')}`);
  // The domain is lower-cased, which is equivalent.
  const reply = values.get('reply-to')?.toLowerCase() ?? fields.email.toLowerCase();
  must(reply === fields.email.toLowerCase(), `the reply goes to ${reply}`);
}

function onlyKnown(sentence: string, found: Iterable<string>, known: Set<string>): void {
  for (const one of found) must(known.has(one), `${sentence} "${one}"`);
}
