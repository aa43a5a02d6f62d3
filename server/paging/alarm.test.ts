import { expect, test, vi } from 'vitest';
import { words } from '../../content/words/index.ts';
import { claimedDelivery, exampleRequest } from '../../tests/support/example-request.ts';
import { composeAlarm, cutAlarmText, shortenForAlarm } from './alarm.ts';

const fields = {
  ...exampleRequest,
  service: 'emergency' as const,
  phone: '(832) 555-0188 cell',
  message:
    'Where: \u2068Near Katy\u2069\nCoordinates: 29.81950, -95.37670\nMap: https://maps.google.com/?q=29.81950,-95.37670\n\nNo start',
};
const one = claimedDelivery({ fields });
const options = {
  id: 'AAAAAA-0',
  at: one.claimedAt,
  hasDetails: true,
  siteUrl: 'https://diesel.example',
  origin: 'https://functions.example',
  waiting: 0,
};
const link = 'https://diesel.example/dispatch#take=';

test('an alarm has the number, place, message, and a link', () => {
  const text = `EMERGENCY 832-555-0188 Near Katy. No start. Ref AAAAAA. Taking it: ${link}${one.takeTokens.withDetails}`;
  expect(composeAlarm([one], options)).toMatchObject({ id: 'AAAAAA-0', event: 'emergency', text });
  const { requests, ...bare } = composeAlarm([one], { ...options, hasDetails: false });
  expect(bare.text).toBe(`EMERGENCY. Ref AAAAAA. Taking it: ${link}${one.takeTokens.withoutDetails}`);
  expect(requests.flatMap(Object.keys)).toEqual([
    'reference',
    'service',
    'takeUrl',
    'takePostUrl',
    'takeToken',
  ]);
});

test('a long alarm is cut between characters, before the number of waiting requests', () => {
  const alarm = { ...composeAlarm([one], options), text: 'Help 🚚🚚' };
  expect(cutAlarmText({ ...alarm, waiting: 0 }, 9)).toBe('Help 🚚🚚');
  expect(cutAlarmText({ ...alarm, waiting: 0 }, 8)).toBe('Help 🚚');
  expect(cutAlarmText({ ...alarm, text: alarm.text.repeat(9), waiting: 3 }, 26)).toBe(
    'Help 🚚\nand 3 more waiting',
  );
});

test('the label of the place may contain any characters', () => {
  const { lines } = words.en.extras.position;
  const label = vi.spyOn(lines, 'where', 'get').mockReturnValue('Where (¿place?)');
  const message = 'Where (¿place?): Near Katy\n\nNo start';
  const { text } = composeAlarm([claimedDelivery({ fields: { ...fields, message } })], options);
  expect(text).toContain('Near Katy. No start. Ref');
  label.mockRestore();
});

test('an alarm about several requests has a link for each', () => {
  // If a place was only pinned, the alarm has a map link built from its numbers.
  const message = 'https://evil.example/ 29.81950, -95.37670';
  const other = claimedDelivery({
    reference: 'BBBBBB',
    takeTokens: { withDetails: 'BBBBBBx', withoutDetails: 'BBBBBBy' },
    fields: { ...fields, message },
  });
  const { text } = composeAlarm([one, other], { ...options, waiting: 412 });
  expect(text).toMatch(/0188 https:\/\/maps\.google\.com\/\?q=29\.81950,-95\.37670\. Ref BBBBBB/);
  expect(text).toContain(`Ref BBBBBB. Taking it: ${link}BBBBBBx\nand 412 more waiting`);
});

test.each([
  ['Call tel:+19005550100 or https://evil.example/x', 'Call tel: +19005550100 or https: evil. example x'],
  ['sms:1 mailto:a@evil.example', 'sms: 1 mailto: a evil. example'],
  ['I-10 at mile 735.5, code 3:1', 'I-10 at mile 735.5, code 3:1'],
  ['two\r\nlines\u2028 and\u202e more', 'two lines and more'],
  ['🚚'.repeat(70), `${'🚚'.repeat(59)}…`],
])('%j becomes one line without links', (text, expected) => {
  expect(shortenForAlarm(text)).toBe(expected);
});
