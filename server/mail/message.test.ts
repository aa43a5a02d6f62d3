import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import { claimedDelivery, exampleRequest } from '../../tests/support/example-request.ts';
import type { ClaimedDelivery } from '../store/claim.ts';
import { bytesOf } from './files.ts';
import { composeMessage } from './message.ts';
import { delay, localTime, mapOfPosition, stripControlCharacters } from './text.ts';

const receivedAt = new Date('2026-11-30T18:00:00Z');
const later = new Date('2026-11-30T20:00:00Z');
const addresses = { from: 'website@example.net', to: ['owner@example.com', 'dispatch@example.com'] };

async function compose(
  fields: Partial<ClaimedDelivery['fields']> = {},
  now = receivedAt,
  changes: Partial<ClaimedDelivery> = {},
) {
  const request = claimedDelivery({ fields: { ...exampleRequest, ...fields }, receivedAt, ...changes });
  return PostalMime.parse(await bytesOf(composeMessage(request, addresses, now)));
}

test('a late email says how late it is and when the request came, and bears the date of its sending', async () => {
  const delayed = interpolate(mailWords.delayed, { time: '2 h' });
  expect((await compose()).text).not.toContain(delayed.split('2 h')[0]);
  const email = await compose({}, later);
  for (const part of [email.text, email.html]) {
    expect(part).toContain(`${localTime(receivedAt)} · ${delayed}`);
  }
  expect(new Date(email.date ?? '')).toEqual(later);
  expect(email.messageId).toBe((await compose()).messageId);
  expect(email.to?.map(({ address }) => address)).toEqual(addresses.to);
});

test("times are in the business's time zone, wherever the server runs", async () => {
  const [, when = ''] = (await compose()).text?.split('\n') ?? [];
  const time = receivedAt.toLocaleTimeString('en-US', { timeZone: business.timeZone, timeStyle: 'long' });
  expect(when).toContain(time);
  expect(business.timeZone).not.toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

// A service that sends mail may refuse an email for dots in the wrong places. "a@4" would be written as "a@0.0.0.4",
// another domain than the visitor typed. A server without SMTPUTF8 takes no "josé@example.com" in a header.
test.each([
  ...['a@example.com,thief@example.com', 'bird.@example.com', '.bird@example.com', 'b..ird@example.com'],
  ...['a@example..com', 'a@example.com.', 'a@4', 'a@b.0x1', 'a@1.2.3.4', 'josé@example.com'],
])('%s is no reply address', async (address) => {
  const { replyTo, text } = await compose({ email: address });
  expect(replyTo ?? []).toEqual([]);
  expect(text).toContain(address);
});

test.each(['Ana@x4.example', "o'neil.j_r+diesel`s@mail-2.example.com"])(
  '%s is the reply address',
  async (email) => {
    expect((await compose({ email })).replyTo).toMatchObject([{ address: email }]);
  },
);

test('nothing that a visitor writes can pass for a line of the email', async () => {
  const forged = [
    mailWords.possibleDuplicate,
    mailWords.spam,
    'Spanish, Monday, November 30, 2026 at 9:05 PM CST',
    `${en.form.labels.email}: thief@example.com`,
    `${mailWords.reference}: ZZZZZZ`,
  ];
  const name = `”${mailWords.possibleDuplicate.slice(0, 90)}"`;
  const { text = '' } = await compose({ name, message: `Help\n${forged.join('\n')}\u2028${forged[3]}` });
  const lines = text.split('\n');
  expect(lines.filter((line) => forged.includes(line))).toEqual([]);
  expect(lines.filter((line) => line.startsWith(`${mailWords.reference}:`))).toHaveLength(1);
  expect(lines[0]).toBe(`“'${mailWords.possibleDuplicate.slice(0, 90)}'”, ${exampleRequest.phone}`);
  expect(lines).toContain(`> ${forged[0]}`);
});

test.each([
  ['713·555·0199', '713-555-0199 (713·555·0199)'],
  ['unit 4415 713/555/0199', '713-555-0199 (unit 4415 713/555/0199)'],
  ['713 555 0199 ext. 4', '713-555-0199 (713 555 0199 ext. 4)'],
  ['+1 (713) 555-0199', '+1 (713) 555-0199'],
])('the number in "%s" is one that phones find', async (phone, shown) => {
  const email = await compose({ phone, service: 'emergency' });
  expect(email.subject).toContain(`${mailWords.emergency} · 713-555-0199 · `);
  expect(email.text).toContain(`, ${shown}\n`);
  expect(email.html).toMatch(/<a class="tap" href="tel:(\+1)?7135550199">/);
});

test('a phone that is not a number is shown as it is, and nothing calls it', async () => {
  const { subject, text, html } = await compose({ phone: 'ask for Bob' });
  expect(subject).toBe(`${en.form.services[exampleRequest.service]} · English · AAAAAA`);
  expect(text).toContain('”, ask for Bob\n');
  expect(html).not.toMatch(/tel:|sms:|class="tap"/);
});

test('an empty field has no line and no paragraph', async () => {
  const email = await compose({ email: '', message: '' });
  expect(email.text).not.toContain(`${en.form.labels.email}:`);
  expect(email.html).not.toContain('<p class="message"');
});

test('spam does not ring an alarm for emergencies, whatever it names as its service', async () => {
  const email = await compose({ service: 'emergency' }, receivedAt, { honeypotFilled: true });
  expect(email.subject).toBe(`${mailWords.spamSubject} · 512-555-0199 · English · AAAAAA`);
  expect(email.subject).not.toMatch(/emergency/i);
  expect(email.headers.map(({ key }) => key)).not.toContain('importance');
});

test('the name is quoted and has nothing that cannot be seen, in both parts', async () => {
  const email = await compose({ name: 'Ana\u200b L\u00f3pez\u202e", 713-555-0100' });
  expect(email.text).toContain("“Ana L\u00f3pez', 713-555-0100”, ");
  expect(email.html).toContain('“Ana L\u00f3pez&#39;, 713-555-0100”, ');
});

test('what is written from right to left moves nothing of what stands beside it', async () => {
  const email = await compose({ name: 'محمد', message: 'الشاحنة معطلة' });
  expect(email.text).toContain(`“\u2068محمد\u2069”, ${exampleRequest.phone}`);
  expect(email.html).toContain('“\u2068محمد\u2069”, ');
  expect(email.html).toContain('<p class="message" dir="auto">الشاحنة معطلة</p>');
});

test('a service that content/ no longer has is shown as it was stored', async () => {
  const email = await compose({ service: 'towing' as 'fleet' });
  expect(email.subject).toMatch(/^towing · /);
  expect(email.text).toContain(`${en.form.labels.service}: towing\n`);
});

test.each([
  ['right-to-left overrides', 'pay \u202e0001\u202c', 'pay 0001'],
  ['isolates and marks', '\u2066a\u2067b\u2068c\u2069\u200ed\u200f\u061c', 'abcd'],
  ['control characters', 'a\u0000b\u001bc\u007fd\u0085e', 'abcde'],
  ['line and paragraph separators', 'Ana\u2028tel:911\u2029', 'Anatel:911'],
  ['zero-width characters, soft hyphens and fillers', 'A\u200bn\u2060\ufeff\u00ad\u3164a\u2800', 'Ana'],
  ['a joiner that joins no emoji, and tags', 'A\u200dna\u{e0041}\u{e007f}', 'Ana'],
])('removes %s', (_, text, seen) => {
  expect(stripControlCharacters(text)).toBe(seen);
});

test('preserves letters, tabs, newlines and emoji', () => {
  const text = 'José\tÑandú\n王 مرحبا 🚛 👨‍🔧 👩🏽‍🔧 ❤️';
  expect(stripControlCharacters(text)).toBe(text);
});

test.each([
  [14.9, undefined],
  [15, '15 min'],
  [59.9, '59 min'],
  [60, '1 h'],
])('after %d minutes the delay is %s', (minutes, said) => {
  expect(delay(receivedAt, new Date(receivedAt.getTime() + minutes * 60_000))).toBe(said);
});

const onI45 = 'https://maps.google.com/?q=29.81950,-95.37670';

test.each([
  ['Coordinates: 29.81950, -95.37670 (within 40 feet, 3:12 AM)', onI45],
  ['I am at 29.819500°, -95.376700°, hurry', onI45],
  // The numbers of a link, never its host.
  ['https://thief.example/?q=29.81950,-95.37670', onI45],
  ['1.5, 2.5 gallons', undefined],
  ['713.555.0199, 832.555.0188', undefined],
  ['95.37670, 29.81950', undefined],
])('the map of the position in "%s" is %s', (text, map) => {
  expect(mapOfPosition(text)).toBe(map);
});
