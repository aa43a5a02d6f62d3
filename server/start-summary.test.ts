import { expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { placeholderBusiness } from '../tests/support/placeholder-business.ts';
import { readSettings } from './settings.ts';
import { startSummary } from './start-summary.ts';

const url = 'http://127.0.0.1:8080';

test('a new installation says that nobody gets its requests, and which facts are placeholders', () => {
  expect(startSummary(url, readSettings({ DATA_DIR: '/var/lib/x' }), placeholderBusiness)).toBe(
    `The site is at ${url}; requests are only written to /var/lib/x/mail until SMTP_URL or MAIL_API_KEY is set; still placeholders in content/business.ts: name, phone, email, agency; SITE_URL is not set, so search engines and shared links get a placeholder address`,
  );
});

test('one that is ready to go online says who gets them', () => {
  const facts = {
    ...business,
    name: 'Lone Star Diesel',
    phone: '+15123334444',
    email: 'calls@lonestar.com',
    agency: { name: 'Second Street Web', url: 'https://secondstreet.dev/' },
  };
  const settings = readSettings({
    SMTP_URL: 'smtp://mail.lonestar.com',
    MAIL_TO: 'a@lonestar.com,b@lonestar.com',
    SITE_URL: 'https://www.lonestar.com',
  });
  expect(startSummary(url, settings, facts)).toBe(
    `The site is at ${url}; requests are emailed to a@lonestar.com, b@lonestar.com; no placeholder is left`,
  );
});
