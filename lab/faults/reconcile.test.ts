import { expect, test } from 'vitest';
import { mailWords } from '../../content/words/index.ts';
import type { CapturedEmail } from '../../tests/support/smtp-sink.ts';
import { checkMails } from './reconcile.ts';

const ledger = new Map([['request-1', '7KQ2MA']]);

/** Returns a copy of one email, claimed the given number of seconds after noon. */
function copy(second: number, mark?: 'marked'): CapturedEmail {
  const text = `${mark ? mailWords.possibleDuplicate : ''}\n\nThis is request-1.`;
  const date = new Date(Date.UTC(2026, 10, 30, 12, 0, second)).toISOString();
  return { subject: 'FLEET · 7KQ2MA', messageId: '<7KQ2MA@site.example>', date, text } as CapturedEmail;
}

test('the email claimed later must be marked, even if it arrives first', () => {
  expect(checkMails(ledger, [copy(0), copy(60, 'marked')])).toEqual({ mails: 2, repeats: 1 });
  expect(checkMails(ledger, [copy(60, 'marked'), copy(0)])).toEqual({ mails: 2, repeats: 1 });
  expect(() => checkMails(ledger, [copy(0, 'marked'), copy(60)])).toThrow('7KQ2MA came twice without a mark');
  expect(() => checkMails(ledger, [copy(60), copy(0, 'marked')])).toThrow('7KQ2MA came twice without a mark');
});

test('if two emails have the same claim time, the later arrival must be marked', () => {
  expect(checkMails(ledger, [copy(0), copy(0, 'marked')])).toEqual({ mails: 2, repeats: 1 });
  expect(() => checkMails(ledger, [copy(0, 'marked'), copy(0)])).toThrow('7KQ2MA came twice without a mark');
});

test('two unmarked copies are a fault at any claim times', () => {
  expect(() => checkMails(ledger, [copy(0), copy(0)])).toThrow('7KQ2MA came twice without a mark');
  expect(() => checkMails(ledger, [copy(60), copy(0)])).toThrow('7KQ2MA came twice without a mark');
});
