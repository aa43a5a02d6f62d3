import { expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { placeholderBusiness } from '../tests/support/placeholder-business.ts';
import { readSettings } from './settings.ts';
import { startSummary } from './start-summary.ts';

const url = 'http://127.0.0.1:8080';

test('a new installation says where its requests arrive, and to set it up', () => {
  expect(startSummary(url, readSettings({ DATA_DIR: '/var/lib/x' }), placeholderBusiness)).toBe(
    `Open ${url} · requests arrive in /var/lib/x/mail · next: npm run setup`,
  );
});

const facts = {
  ...business,
  name: 'Lone Star Diesel',
  phone: '+15123334444',
  email: 'calls@lonestar.com',
  agency: { name: 'Second Street Web', url: 'https://secondstreet.dev/' },
};

test('one that is set up says which setting it lacks', () => {
  const without = (settings: Record<string, string>) => startSummary(url, readSettings(settings), facts);
  expect(without({})).toMatch(/ · requests arrive in data\/mail · next: set SMTP_URL or MAIL_API_KEY,/);
  expect(without({ SMTP_URL: 'smtp://mail.lonestar.com', MAIL_TO: 'a@lonestar.com' })).toMatch(
    / · requests are emailed to a@lonestar.com · next: set SITE_URL,/,
  );
});

test('one that is ready to go online says who gets them', () => {
  const settings = readSettings({
    SMTP_URL: 'smtp://mail.lonestar.com',
    MAIL_TO: 'a@lonestar.com,b@lonestar.com',
    SITE_URL: 'https://www.lonestar.com',
  });
  expect(startSummary(url, settings, facts)).toBe(
    `Open ${url} · requests are emailed to a@lonestar.com, b@lonestar.com`,
  );
});
