import { composeMessage } from '../../server/mail/message.ts';
import type { PostedRequest } from '../../server/store/request-store.ts';
import { must } from './campaign.ts';

const emailHeaders = new Set(
  (
    'from reply-to to subject message-id date auto-submitted importance x-priority mime-version content-type ' +
    'x-mailer'
  ).split(' '),
);

/** Composes the email of what was saved, and checks that hostile input changes only what it shows. */
export async function checkEmail({ fields, language }: PostedRequest): Promise<void> {
  const claimed = {
    reference: 'ABC234',
    possibleDuplicate: false,
    honeypotFilled: false,
  };
  const receivedAt = new Date();
  const addresses = { from: 'website@example.net', to: ['owner@example.com'] };
  const email = await composeMessage({ ...claimed, fields, language, receivedAt }, addresses, receivedAt);
  must(email.to === addresses.to && email.from === addresses.from, 'the email has another envelope');
  const bytes = Buffer.from(email.bytes).toString('latin1');
  const head = bytes.slice(0, bytes.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const lines = head.split('\r\n');
  const names = lines.map((line) => line.split(':', 1).join().toLowerCase());
  must(new Set(names).size === names.length, 'the email has a duplicate header');
  must(
    names.every((name) => emailHeaders.has(name)),
    `the email has a header of ${names}`,
  );
  const header = (name: string) => lines[names.indexOf(name)]?.slice(name.length + 2);
  must(header('to') === addresses.to.join(), `the email goes to ${header('to')}`);
  // The domain is lower-cased, which is equivalent.
  const reply = header('reply-to')?.toLowerCase() ?? fields.email.toLowerCase();
  must(reply === fields.email.toLowerCase(), `the reply goes to ${reply}`);
  must(!/(?<!\r)\n|\r(?!\n)/.test(bytes), 'the email has a bare line feed');
}
