import { beforeEach, expect, test } from 'vitest';
import { emailParts } from '../../tests/support/email-parts.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import type { Event, Facts } from '../log.ts';
import type { Attempt, Email } from '../mail/transport.ts';
import { missedRecipients } from './missed-recipients.ts';

const minute = 60_000;
const email: Email = {
  parts: emailParts,
  reference: 'ABC234',
  from: 'website@example.com',
  to: ['owner@example.com', 'dispatch@example.com', 'night@example.com'],
  bytes: Buffer.from('Message-ID: <ABC234@example.com>\r\n\r\n'),
};
const accepted: Attempt = { outcome: 'accepted', smtpCode: '250' };
const refusing = (address: string, forGood: boolean): Attempt => ({
  ...accepted,
  refused: [{ address, smtpCode: forGood ? '550' : '451', forGood }],
});

let clock: ReturnType<typeof fakeClock>;
let answers: Attempt[];
let sent: Email[];
let logged: [Event, Facts | undefined][];
let stopping: AbortController;
let recipients: ReturnType<typeof missedRecipients>;

beforeEach(() => {
  clock = fakeClock();
  answers = [];
  sent = [];
  logged = [];
  stopping = new AbortController();
  recipients = missedRecipients({
    transport: {
      delivers: true,
      send: async (again) => {
        sent.push(again);
        return answers.shift() ?? accepted;
      },
    },
    clock,
    log: (event, facts) => logged.push([event, facts]),
    stopping: stopping.signal,
  });
});

async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += minute) {
    clock.advance(minute);
    await new Promise(setImmediate);
  }
}

test('which addresses miss emails is unknown until the first email is sent', () => {
  expect(recipients.missed()).toBeUndefined();
  recipients.learn(email, { outcome: 'unreachable', smtpCode: 'x' });
  expect(recipients.missed()).toBeUndefined();
  recipients.learn(email, accepted);
  expect(recipients.missed()).toEqual([]);
});

test('a permanently refused address is logged by its position, and not retried', async () => {
  recipients.learn(email, refusing('dispatch@example.com', true));
  await pass(3 * 60 * minute);
  expect(sent).toEqual([]);
  expect(recipients.missed()).toEqual(['ABC234']);
  expect(logged).toEqual([
    ['recipient_refused', { reference: 'ABC234', recipient: 2, smtpCode: '550', forGood: true }],
  ]);
  expect(JSON.stringify(logged)).not.toContain('dispatch');
});

test('a temporarily refused address alone gets the same email later', async () => {
  answers = [{ outcome: 'deferred', smtpCode: '451' }, accepted];
  recipients.learn(email, refusing('dispatch@example.com', false));
  await pass(59_000);
  expect(sent).toHaveLength(1);
  await pass(3 * 60 * minute);
  expect(sent).toEqual([
    { ...email, to: ['dispatch@example.com'] },
    { ...email, to: ['dispatch@example.com'] },
  ]);
  expect(recipients.missed()).toEqual([]);
});

test('the email is retried four times', async () => {
  answers = Array(9).fill({ outcome: 'deferred', smtpCode: '451' });
  recipients.learn(email, refusing('night@example.com', false));
  await pass(5 * 60 * minute);
  expect(sent).toHaveLength(4);
  expect(recipients.missed()).toEqual(['ABC234']);
});

test.each(['refused', 'ambiguous'] as const)('the email is not retried once it is %s', async (outcome) => {
  answers = [{ outcome, smtpCode: 'x' }];
  recipients.learn(email, refusing('night@example.com', false));
  await pass(5 * 60 * minute);
  expect(sent).toHaveLength(1);
});

test('an address that gets an email again counts as missing none, whatever it missed before', () => {
  recipients.learn(email, refusing('dispatch@example.com', true));
  recipients.learn({ ...email, reference: 'XYZ789' }, refusing('night@example.com', true));
  expect(recipients.missed()).toEqual(['XYZ789']);
});

test('a stop ends the retries', async () => {
  recipients.learn(email, refusing('night@example.com', false));
  stopping.abort();
  await pass(5 * 60 * minute);
  expect(sent).toEqual([]);
});

test('at most a hundred emails wait for refused addresses', async () => {
  for (let count = 0; count < 150; count += 1) recipients.learn(email, refusing('night@example.com', false));
  await pass(minute);
  expect(sent).toHaveLength(100);
});
