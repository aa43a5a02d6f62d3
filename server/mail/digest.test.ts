import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import { claimedRequest } from '../../tests/support/claimed-request.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import type { ClaimedRequest, Digest, Summary } from '../store/request-store.ts';
import { composeDigest } from './digest.ts';

const { emergencies, requests } = mailWords;
const addresses = { from: 'website@example.net', to: ['owner@example.com'] };
const receivedAt = new Date('2026-11-30T18:00:00Z');
const fleet = { ...exampleRequest, service: 'fleet' as const };
const emergency = { ...exampleRequest, service: 'emergency' as const };

const claimed = (reference: string, changes: Partial<ClaimedRequest> = {}) =>
  claimedRequest({ reference, fields: fleet, receivedAt, ...changes });

const named = (reference: string, fields: Summary['fields'] = fleet): Summary => ({
  reference,
  receivedAt,
  honeypotFilled: false,
  fields,
});

async function compose(requests: ClaimedRequest[], changes: Partial<Digest> = {}, now = receivedAt) {
  const digest = { id: 'b4-7c', isRepeat: false, requests, summaries: [], remaining: 0, ...changes };
  const email = await composeDigest(digest, addresses, now);
  return { email, parsed: await PostalMime.parse(email.bytes) };
}

test('contains each request in full, addressed only to the owner', async () => {
  const { email, parsed } = await compose([claimed('AAAAAA'), claimed('BBBBBB', { language: 'es' })]);
  expect(email).toMatchObject(addresses);
  expect(parsed.from).toEqual({ name: mailWords.sender, address: addresses.from });
  expect(parsed.to).toMatchObject([{ address: 'owner@example.com' }]);
  expect(parsed.replyTo ?? []).toEqual([]);
  expect(parsed.subject).toBe(`2 ${requests.other}`);
  expect(parsed.messageId).toBe('<b4-7c@example.net>');
  expect(parsed.text).toMatch(/^── AAAAAA/);
  expect(parsed.text).toContain(`── AAAAAA · ${en.form.services.fleet}
Canary Nightingale, (512) 555-0199
English, Monday, November 30, 2026 at 12:00 PM CST
Email: canary.bird@example.com
> Three trucks, one yard.
> Canary sings at <six> & "seven".`);
  expect(parsed.text).toContain('Spanish, Monday');
});

test('goes to each recipient', async () => {
  const to = ['owner@example.com', 'dispatch@example.com'];
  const digest = { id: 'b4', isRepeat: false, requests: [claimed('AAAAAA')], summaries: [], remaining: 0 };
  const email = await composeDigest(digest, { ...addresses, to }, receivedAt);
  expect(email.to).toEqual(to);
  expect((await PostalMime.parse(email.bytes)).to?.map(({ address }) => address)).toEqual(to);
});

test('suppresses auto-replies, and is urgent only with an emergency', async () => {
  const header = (parsed: Awaited<ReturnType<typeof compose>>['parsed'], key: string) =>
    parsed.headers.find((candidate) => candidate.key === key)?.value;
  const { parsed: calm } = await compose([claimed('AAAAAA')]);
  expect(header(calm, 'auto-submitted')).toBe('auto-generated');
  expect(header(calm, 'importance')).toBeUndefined();
  const { parsed: urgent } = await compose([claimed('AAAAAA', { fields: emergency })]);
  expect(header(urgent, 'auto-submitted')).toBe('auto-generated');
  expect(header(urgent, 'importance')).toBe('high');
});

test.each([
  [1, 0, `1 ${requests.one}`],
  [2, 0, `2 ${requests.other}`],
  [1, 1, `1 ${emergencies.one} in 1 ${requests.one}`],
  [2, 1, `1 ${emergencies.one} in 2 ${requests.other}`],
  [3, 2, `2 ${emergencies.other} in 3 ${requests.other}`],
])('the subject of %i requests with %i emergencies is "%s"', async (count, urgent, subject) => {
  const all = Array.from({ length: count }, (_, index) =>
    claimed(`AAAAA${index}`, { fields: index < urgent ? emergency : fleet }),
  );
  expect((await compose(all)).parsed.subject).toBe(subject);
});

test('puts emergencies first, in any order of arrival', async () => {
  const { parsed } = await compose([claimed('AAAAAA'), claimed('BBBBBB', { fields: emergency })], {
    summaries: [named('CCCCCC'), named('DDDDDD', emergency)],
  });
  expect(Array.from(parsed.text?.matchAll(/── (\w{6})/g) ?? [], ([, reference]) => reference)).toEqual([
    'BBBBBB',
    'AAAAAA',
    'DDDDDD',
    'CCCCCC',
  ]);
  expect(parsed.subject).toBe(`2 ${emergencies.other} in 4 ${requests.other}`);
});

test('marks requests that filled the honeypot, and never as emergencies', async () => {
  const { parsed } = await compose([claimed('AAAAAA', { honeypotFilled: true, fields: emergency })]);
  expect(parsed.text).toContain(`── AAAAAA · ${mailWords.emergency}\n${mailWords.spam}\n`);
  expect(parsed.subject).toBe(`1 ${requests.one}`);
});

test('summarizes requests that do not fit, counts the rest, and ends with the reason', async () => {
  const { parsed } = await compose([claimed('AAAAAA')], { summaries: [named('CCCCCC')], remaining: 1_200 });
  expect(parsed.text).toContain('The beginnings of 1 request whose whole text comes later:');
  expect(parsed.text).toContain(
    `── CCCCCC · ${en.form.services.fleet}\nCanary Nightingale, (512) 555-0199\n> Three trucks`,
  );
  expect(parsed.text).toContain('1,200 requests more did not fit.');
  expect(parsed.text?.trimEnd()).toMatch(new RegExp(`${mailWords.digest.reply}$`));
});

test('says when a request is late or a possible duplicate', async () => {
  const twoHoursLater = new Date(receivedAt.getTime() + 2 * 3_600_000);
  const { parsed } = await compose([claimed('AAAAAA', { possibleDuplicate: true })], {}, twoHoursLater);
  expect(parsed.text).toContain('12:00 PM CST · Delayed 2 h\n');
  expect(parsed.text).toContain(`── AAAAAA · ${en.form.services.fleet}\n${mailWords.possibleDuplicate}\n`);
});

test('a message cannot pass itself off as the next request or as headers', async () => {
  const message = 'x\n── ZZZZZZ · EMERGENCY\nBcc: thief@example.com\n\u202e.\n.';
  const { parsed } = await compose([claimed('AAAAAA', { fields: { ...fleet, message } })]);
  expect(parsed.text?.match(/^── /gm)).toHaveLength(1);
  expect(parsed.text).toContain('> ── ZZZZZZ');
  expect(parsed.bcc ?? []).toEqual([]);
  expect(parsed.text).not.toContain('\u202e');
});

test('omits summaries and counts when there are none, and separates its parts', async () => {
  const later = new Date(receivedAt.getTime() + 60_000);
  const { parsed } = await compose([claimed('AAAAAA'), claimed('BBBBBB', { receivedAt: later })]);
  expect(parsed.text).not.toContain('whose whole text comes later');
  expect(parsed.text).not.toContain('did not fit');
  expect(parsed.text).toContain('\n\n── BBBBBB');
  expect(parsed.date).toBe(later.toISOString());
});
