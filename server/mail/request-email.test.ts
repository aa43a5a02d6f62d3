import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { mailWords, words } from '../../content/words/index.ts';
import { claimedDelivery, exampleRequest } from '../../tests/support/example-request.ts';
import type { DeliveryWithRequest } from '../requests/request-channel.ts';
import { createMapLink, formatLocalTime, removeInvisibleCharacters } from '../text/text.ts';
import { serializeEmail } from './file-transport.ts';
import { composeRequestEmail } from './request-email.ts';

const { en } = words;

const receivedAt = new Date('2026-11-30T18:00:00Z');
const addresses = { from: 'website@example.net', to: ['owner@example.com', 'dispatch@example.com'] };

async function compose(
  fields: Partial<DeliveryWithRequest['fields']> = {},
  now = receivedAt,
  changes: Partial<DeliveryWithRequest> = {},
) {
  const request = claimedDelivery({ fields: { ...exampleRequest, ...fields }, receivedAt, ...changes });
  return PostalMime.parse(await serializeEmail(composeRequestEmail(request, addresses, now)));
}

test('text and HTML contain the same facts', async () => {
  const { text = '', html = '' } = await compose();
  const time = receivedAt.toLocaleTimeString('en-US', { timeZone: business.timeZone, timeStyle: 'long' });
  const [name, when = '', blank, ...message] = text.split('\n');
  expect(name).toBe('“Canary Nightingale”, (512) 555-0199');
  expect(blank).toBe('');
  expect(when).toMatch(/^English, Monday, November 30, 2026 at /);
  expect(when.endsWith(` at ${time}`)).toBe(true);
  expect(message.join('\n')).toContain(`> ${exampleRequest.message.replaceAll('\n', '\n> ')}\n\n`);
  for (const fact of [name, en.form.services.fleet, exampleRequest.email, 'AAAAAA']) {
    expect(text).toContain(fact);
    expect(html).toContain(fact);
  }
  expect(html).toContain(`<a class="tap" href="tel:5125550199">${mailWords.tap.call}</a>`);
  expect(html).toContain('Canary sings at &lt;six&gt; &amp; &quot;seven&quot;.');
  // If these zones were the same, the machine's time zone would pass, too.
  expect(business.timeZone).not.toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test('an email links to its request in Dispatch, without a secret', async () => {
  const request = claimedDelivery();
  const message = composeRequestEmail(
    request,
    { ...addresses, siteUrl: 'https://diesel.example' },
    receivedAt,
  );
  const { text = '', html = '' } = await PostalMime.parse(await serializeEmail(message));
  const link = 'https://diesel.example/dispatch#open=AAAAAA';
  expect(text).toContain(`\n${mailWords.tap.dispatch}: ${link}\n`);
  expect(html).toContain(`<a class="tap" href="${link}">${mailWords.tap.dispatch}</a>`);
  for (const secret of Object.values(request.takeTokens)) {
    expect(text + html).not.toContain(secret);
  }
});

test('an email has the shop hours, except in an emergency', async () => {
  const shopHours = [
    { days: 'Mo-Fr', opens: '08:00', closes: '17:00' },
    { days: 'Sa-Sa', opens: '09:00', closes: '12:00' },
  ];
  const hours =
    'Shop hours: Monday through Friday, 8:00 AM to 5:00 PM. Saturday, 9:00 AM to 12:00 PM. At other times, requests';
  const plain = (text = '') => text.replaceAll('\u00a0', ' ');
  expect(plain((await compose({}, receivedAt, { shopHours })).text)).toContain(hours);
  expect((await compose({}, receivedAt, { shopHours: [] })).text).not.toContain('Shop hours');
  expect((await compose({ service: 'emergency' }, receivedAt, { shopHours })).text).not.toContain(
    'Shop hours',
  );
});

test("an emergency's email is urgent, and its answer is in the driver's language", async () => {
  const changes = { language: 'es' as const };
  const { subject, headers, html = '' } = await compose({ service: 'emergency' }, receivedAt, changes);
  expect(subject).toBe(`${mailWords.emergency} · 512-555-0199 · Spanish · AAAAAA`);
  expect(headers).toContainEqual(expect.objectContaining({ key: 'importance', value: 'high' }));
  expect(headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  const [, address, body = ''] = /href="(sms:\d+)\?&amp;body=([^"]+)">/.exec(html) ?? [];
  expect(html).toContain(`body=${body}">${mailWords.tap.text}</a>`);
  expect(address).toBe('sms:5125550199');
  const answer = interpolate(words.es.textMessage, { business: business.name, reference: 'AAAAAA' });
  expect(decodeURIComponent(body.replaceAll('&#39;', "'"))).toBe(answer);
});

test.each([
  ['20 min', 20],
  ['2 h', 120],
])('a late email says that it is %s late', async (time, late) => {
  const now = new Date(receivedAt.getTime() + late * 60_000);
  const delayed = interpolate(mailWords.delayed, { time });
  const email = await compose({}, now, { possibleDuplicate: true });
  for (const part of [email.text, email.html]) {
    expect(part).toContain(`${formatLocalTime(receivedAt)} · ${delayed}`);
    expect(part).toContain(mailWords.possibleDuplicate);
  }
  expect(new Date(email.date ?? '')).toEqual(now);
  expect(email.messageId).toBe((await compose()).messageId);
});

// A mail service may refuse an email because of misplaced dots. "a@4" would be written as "a@0.0.0.4", which isn't the
// domain that the visitor typed. A server without SMTPUTF8 doesn't accept "josé@example.com" in a header.
test.each([
  ...['a@example.com,thief@example.com', 'bird.@example.com', '.bird@example.com', 'b..ird@example.com'],
  ...['a@example..com', 'a@example.com.', 'a@4', 'a@b.0x1', 'a@1.2.3.4', 'josé@example.com'],
  ...['Ana@x4.example', "o'neil.j_r+diesel`s@mail-2.example.com"],
])('%s is the reply address only if it is usable', async (email) => {
  const { replyTo = [], text } = await compose({ email });
  const isOne = /\.example$|2\.example\.com$/.test(email);
  expect(replyTo.map(({ address }) => address)).toEqual(isOne ? [email] : []);
  expect(text).toContain(email);
});

test("a visitor's text can't imitate the email's own lines", async () => {
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
  ['+1 (713) 555-0199', '+1 (713) 555-0199'],
])('phones find the number in "%s"', async (phone, shown) => {
  const email = await compose({ phone, service: 'emergency' });
  expect(email.subject).toContain(`${mailWords.emergency} · 713-555-0199 · `);
  expect(email.text).toContain(`, ${shown}\n`);
  expect(email.html).toMatch(/<a class="tap" href="tel:(\+1)?7135550199">/);
});

test('empty fields get no line, and a phone field without a number gets no link', async () => {
  const { subject, text, html } = await compose({ phone: 'ask for Bob', email: '', message: '' });
  expect(subject).toBe(`${en.form.services[exampleRequest.service]} · English · AAAAAA`);
  expect(text).toContain('”, ask for Bob\n');
  expect(text).not.toContain(`${en.form.labels.email}:`);
  expect(html).not.toMatch(/tel:|sms:|class="tap"|<p class="message"/);
});

test('an emergency with a filled honeypot is marked but still urgent', async () => {
  const email = await compose({ service: 'emergency' }, receivedAt, { honeypotFilled: true });
  const { spamSubject, emergency, markedEmergency } = mailWords;
  expect(email.subject).toBe(`${spamSubject} ${emergency} · 512-555-0199 · English · AAAAAA`);
  expect(email.headers.map(({ key }) => key)).toContain('importance');
  expect(email.text?.split('\n')[0]).toBe(markedEmergency);
});

test("probable spam doesn't trigger an alarm for emergencies", async () => {
  const fields = { service: 'emergency', phone: 'ask for Bob' } as const;
  const email = await compose(fields, receivedAt, { honeypotFilled: true });
  expect(email.subject).toBe(`${mailWords.spamSubject} · English · AAAAAA`);
  expect(email.subject).not.toMatch(/emergency/i);
  expect(email.headers.map(({ key }) => key)).not.toContain('importance');
});

test.each([
  ['Ana\u200b L\u00f3pez\u202e", 713-555-0100', "“Ana L\u00f3pez', 713-555-0100”, "],
  // A right-to-left name doesn't move the text next to it.
  ['محمد', '“\u2068محمد\u2069”, '],
])('both parts quote the name "%s" without invisible characters', async (name, shown) => {
  const { text, html } = await compose({ name, message: 'الشاحنة معطلة' });
  expect(text).toContain(shown);
  expect(html).toContain(shown.replace("'", '&#39;'));
  expect(html).toContain('<p class="message" dir="auto">الشاحنة معطلة</p>');
  // In a right-to-left paragraph, "(512) 555-0199" would end in its area code.
  expect(html).toContain('<p class="headline" dir="ltr">');
});

test('a service that content/ no longer has is shown as it was stored', async () => {
  const email = await compose({ service: 'towing' as 'fleet' });
  expect(email.subject).toMatch(/^towing · /);
  expect(email.text).toContain(`${en.form.labels.service}: towing\n`);
});

test.each([
  {
    what: 'overrides, isolates, and marks',
    text: '\u202ea\u202c\u2066b\u2067c\u2068d\u2069\u200e\u200f\u061c',
    cleaned: 'abcd',
  },
  { what: 'control characters', text: 'a\u0000b\u001bc\u007fd\u0085e', cleaned: 'abcde' },
  { what: 'line and paragraph separators', text: 'Ana\u2028tel:911\u2029', cleaned: 'Anatel:911' },
  {
    what: 'zero-width characters, soft hyphens, and fillers',
    text: 'A\u200bn\u2060\ufeff\u00ad\u3164a\u2800',
    cleaned: 'Ana',
  },
  { what: 'tags, and joiners outside emoji', text: 'A\u200dna\u{e0041}\u{e007f}', cleaned: 'Ana' },
])('removes $what', ({ text, cleaned }) => {
  expect(removeInvisibleCharacters(text)).toBe(cleaned);
});

test('removing invisible characters keeps letters, tabs, newlines, and emoji', () => {
  const text = 'José\tÑandú\n王 مرحبا 🚛 👨‍🔧 👩🏽‍🔧 ❤️';
  expect(removeInvisibleCharacters(text)).toBe(text);
});

const onI45 = 'https://maps.google.com/?q=29.81950,-95.37670';

test.each([
  ['Coordinates: 29.81950, -95.37670 (within 40 feet, 3:12 AM)', onI45],
  ['I am at 29.819500°, -95.376700°, hurry', onI45],
  // The map link uses the position in a visitor's link, never its host.
  ['https://thief.example/?q=29.81950,-95.37670', onI45],
  ['713.555.0199, 832.555.0188', undefined],
  ['95.37670, 29.81950', undefined],
])('the map link for "%s" is %s', (text, map) => {
  expect(createMapLink(text)).toBe(map);
});
