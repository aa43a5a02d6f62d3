import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import { claimedDelivery } from '../../tests/support/claimed-delivery.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import type { ClaimedDelivery } from '../store/claim.ts';
import { composeMessage } from './message.ts';
import { localTime } from './text.ts';

const receivedAt = new Date('2026-11-30T18:00:00Z');
const later = new Date('2026-11-30T20:00:00Z');

const addresses = { from: 'website@example.net', to: ['owner@example.com', 'dispatch@example.com'] };

async function compose(
  fields: Partial<ClaimedDelivery['fields']> = {},
  now = receivedAt,
  changes: Partial<ClaimedDelivery> = {},
) {
  const request = claimedDelivery({ fields: { ...exampleRequest, ...fields }, receivedAt, ...changes });
  return PostalMime.parse((await composeMessage(request, addresses, now)).bytes);
}

test('a late email says how late it is and when the request came, and bears the date of its sending', async () => {
  const delayed = interpolate(mailWords.delayed, { time: '2 h' });
  expect((await compose()).text).not.toContain(delayed.split('2 h')[0]);
  const email = await compose({}, later);
  expect(email.text).toContain(` · ${delayed}\n`);
  expect(email.html).toContain(` · ${delayed}`);
  expect(email.text).toContain(`${localTime(receivedAt)} · `);
  expect(new Date(email.date ?? '')).toEqual(later);
  expect(email.messageId).toBe((await compose()).messageId);
});

test('names every address, whichever one it is sent to', async () => {
  expect((await compose()).to?.map(({ address }) => address)).toEqual(addresses.to);
});

test("times are in the business's time zone, wherever the server runs", async () => {
  const [, when = ''] = (await compose()).text?.split('\n') ?? [];
  for (const options of [{ dateStyle: 'full' }, { timeStyle: 'short' }, { timeZoneName: 'short' }] as const) {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: business.timeZone, ...options });
    expect(when).toContain(
      format
        .format(receivedAt)
        .split(', ')
        .slice('timeZoneName' in options ? 1 : 0)
        .join(', '),
    );
  }
  expect(business.timeZone).not.toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
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
  for (const part of [email.text, email.html]) {
    expect(part).not.toContain(mailWords.reply);
  }
});

test.each(['Ana@x4.example', "o'neil.j_r+diesel`s@mail-2.example.com"])(
  '%s is the reply address',
  async (email) => {
    const { replyTo, text, html } = await compose({ email });
    expect(replyTo).toMatchObject([{ address: email }]);
    for (const part of [text, html]) {
      expect(part).toContain(mailWords.reply);
    }
  },
);

test('nothing that a visitor writes can pass for a line of the email', async () => {
  const forged = [
    mailWords.possibleDuplicate,
    mailWords.spam,
    'Spanish, Monday, November 30, 2026 at 9:05 PM CST',
    `${en.form.labels.email}: thief@example.com`,
    `${mailWords.reference}: ZZZZZZ`,
    mailWords.reply,
  ];
  const name = `”${mailWords.possibleDuplicate.slice(0, 90)}"`;
  const { text = '' } = await compose({ name, message: `Help\n${forged.join('\n')}\u2028${forged[3]}` });
  const lines = text.split('\n');
  expect(lines.filter((line) => forged.includes(line))).toEqual([mailWords.reply]);
  expect(lines.filter((line) => line.startsWith(`${mailWords.reference}:`))).toHaveLength(1);
  expect(lines[0]).toBe(`“'${mailWords.possibleDuplicate.slice(0, 90)}'”, ${exampleRequest.phone}`);
  expect(lines).toContain(`> ${forged[0]}`);
});

test.each([
  ['713·555·0199', '713-555-0199'],
  ['unit 4415 713/555/0199', '713-555-0199'],
  ['\uff17\uff11\uff13\uff0d\uff15\uff15\uff15\uff0d\uff10\uff11\uff19\uff19', '713-555-0199'],
])('a number that phones would not find in "%s" stands beside it', async (phone, number) => {
  const email = await compose({ phone, service: 'emergency' });
  expect(email.subject).toContain(`${mailWords.emergency} · ${number} · `);
  expect(email.text).toContain(`, ${number} (${phone})\n`);
  expect(email.html).toContain(`<a class="call" href="tel:7135550199">${number} (${phone})</a>`);
});

test('an empty field has no line and no paragraph', async () => {
  const email = await compose({ email: '', message: '' });
  expect(email.text).not.toContain(`${en.form.labels.email}:`);
  expect(email.html).not.toContain('<p class="message">');
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

test('a service and a field that content/ no longer has are shown as they were stored', async () => {
  const email = await compose({ service: 'towing' as 'fleet' }, receivedAt, {
    otherFields: { unitNumber: '4415' },
  });
  expect(email.subject).toMatch(/^towing · /);
  expect(email.text).toContain(`${en.form.labels.service}: towing\nunitNumber: 4415\n`);
});
