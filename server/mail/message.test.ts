import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { interpolate } from '../../content/interpolate.ts';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import { claimedRequest } from '../../tests/support/claimed-request.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import type { ClaimedRequest } from '../store/request-store.ts';
import { composeMessage } from './message.ts';

const receivedAt = new Date('2026-11-30T18:00:00Z');
const later = new Date('2026-11-30T20:00:00Z');

async function compose(fields: Partial<ClaimedRequest['fields']> = {}, now = receivedAt) {
  const request = claimedRequest({ fields: { ...exampleRequest, ...fields }, receivedAt });
  const addresses = { from: 'website@example.net', to: ['owner@example.com'] };
  return PostalMime.parse((await composeMessage(request, addresses, now)).bytes);
}

test('a late email says how late it is, and keeps the date of the request', async () => {
  const delayed = interpolate(mailWords.delayed, { time: '2 h' });
  expect((await compose()).text).not.toContain(delayed.split('2 h')[0]);
  const email = await compose({}, later);
  expect(email.text).toContain(` · ${delayed}\n`);
  expect(email.html).toContain(` · ${delayed}`);
  expect(new Date(email.date ?? '')).toEqual(receivedAt);
});

// A service that sends mail may refuse an email for dots in the wrong places. The last three would be written as
// "a@0.0.0.4", another domain than the visitor typed.
test.each([
  'a@example.com,thief@example.com',
  'bird.@example.com',
  '.bird@example.com',
  'b..ird@example.com',
  'a@example..com',
  'a@example.com.',
  'a@4',
  'a@b.0x1',
  'a@1.2.3.4',
])('%s is no reply address', async (address) => {
  const email = await compose({ email: address });
  expect(email.replyTo ?? []).toEqual([]);
  expect(email.text).toContain(address);
});

test.each(['Ana@x4.example', "o'neil.j_r+diesel`s@mail-2.example.com"])(
  '%s is the reply address',
  async (email) => {
    expect((await compose({ email })).replyTo).toMatchObject([{ address: email }]);
  },
);

test('an empty field has no line and no paragraph', async () => {
  const email = await compose({ email: '', message: '' });
  expect(email.text).not.toContain(`${en.form.labels.email}:`);
  expect(email.html).not.toContain('<p class="message">');
});
