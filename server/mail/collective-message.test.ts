import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { mailWords } from '../../content/words/mail.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import type { OwedMail } from '../store/request-store.ts';
import { composeCollective } from './collective-message.ts';

const addresses = { from: 'website@example.net', to: 'owner@example.com' };
const receivedAt = new Date('2026-11-30T18:00:00Z');

const owed = (reference: string, changes: Partial<OwedMail> = {}): OwedMail => ({
  requestId: 1,
  leaseToken: 'x',
  reference,
  fields: { ...exampleRequest, service: 'fleet' },
  language: 'en',
  receivedAt,
  refusals: 0,
  possibleRepeat: false,
  ...changes,
});

async function compose(mails: OwedMail[], left = 0) {
  const mail = await composeCollective({ batch: 'b4-7c', mails, left }, addresses);
  return { mail, parsed: await PostalMime.parse(mail.bytes) };
}

test('each request is in it as a whole, and one address gets it', async () => {
  const { mail, parsed } = await compose([owed('AAAAAA'), owed('BBBBBB', { language: 'es' })]);
  expect(mail).toMatchObject(addresses);
  expect(parsed.to).toMatchObject([{ address: 'owner@example.com' }]);
  expect(parsed.replyTo ?? []).toEqual([]);
  expect(parsed.subject).toBe('2 requests in one mail');
  expect(parsed.messageId).toBe('<b4-7c@example.net>');
  expect(parsed.text).toContain(`── AAAAAA · Fleet Maintenance
Canary Nightingale, (512) 555-0199
tel:5125550199
canary.bird@example.com
Monday, November 30, 2026 at 12:00 PM CST, English
> Three trucks, one yard.
> Canary sings at <six> & "seven".`);
  expect(parsed.text).toContain('CST, Spanish');
});

test('what fell for the honeypot is marked, and is no emergency', async () => {
  const fields = { ...exampleRequest, service: 'emergency' as const };
  const trapped = await compose([owed('AAAAAA', { trapped: true, fields })]);
  expect(trapped.parsed.text).toContain(`── AAAAAA · EMERGENCY\n${mailWords.collective.trapped}\n`);
  expect(trapped.parsed.subject).toBe('1 requests in one mail');
  const honest = await compose([owed('AAAAAA', { fields }), owed('BBBBBB')]);
  expect(honest.parsed.subject).toBe('EMERGENCY: 1 of 2 requests in one mail');
});

test('what found no room is counted, what may have come before is marked', async () => {
  const { parsed } = await compose([owed('AAAAAA', { possibleRepeat: true })], 7);
  expect(parsed.text).toContain('7 more found no room.');
  expect(parsed.text).toContain(mailWords.collective.repeat);
});

test('a message cannot pass itself off as the next request, or as headers', async () => {
  const message = 'x\n── ZZZZZZ · EMERGENCY\nBcc: thief@example.com\n\u202e.\n.';
  const { parsed } = await compose([
    owed('AAAAAA', { fields: { ...exampleRequest, service: 'fleet', message } }),
  ]);
  expect(parsed.text?.match(/^── /gm)).toHaveLength(1);
  expect(parsed.text).toContain('> ── ZZZZZZ');
  expect(parsed.bcc ?? []).toEqual([]);
  expect(parsed.text).not.toContain('\u202e');
});
