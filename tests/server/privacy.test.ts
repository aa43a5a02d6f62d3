import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contactPath } from '../../contract/contact-fields.ts';
import { StoreUnavailableError } from '../../server/queue/transaction.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createInProcessStore } from '../support/in-process-store.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { startInProcess } from '../support/start-in-process.ts';

/** Except for the service, these values are unique and easy to find in any output. */
const canary = {
  name: 'Zzname Canary',
  phone: '281 555 0163',
  email: 'zzemail@canary.example',
  service: 'emergency',
  message: 'Zzmessage of the canary',
};
const words = /zzname|zzemail|zzmessage|canary|281\D?555\D?0163|zzkey|zzquery|zzagent/i;

const form = (changes: Record<string, string> = {}) => new URLSearchParams({ ...canary, ...changes });
const exampleJson = JSON.stringify(canary);
const json = { 'Content-Type': 'application/json' };

const posts: [string, BodyInit, Record<string, string>][] = [
  ['', exampleJson, json],
  ['', form(), {}],
  ['', JSON.stringify({ ...canary, email: 'Zzemail' }), json],
  ['', exampleJson.slice(0, -3), json],
  ['', exampleJson, { ...json, 'Idempotency-Key': `Zzkey${'y'.repeat(300)}` }],
  ['', form(), { Origin: 'https://zzquery.example' }],
  ['', form({ message: 'Zzmessage'.repeat(5_000) }), {}],
  ['?lang=Zzquery', form({ message: `${canary.message} again` }), {}],
];

function throwUnavailable(): never {
  throw new StoreUnavailableError('gone');
}

test.each([
  ['working', undefined],
  [
    'unavailable',
    { ...createInProcessStore(throwUnavailable, { clock: createFakeClock() }), close: async () => undefined },
  ],
])('with the store %s, visitor input never appears in logs, errors, URLs, or headers', async (_, store) => {
  const sink = await startSmtpSink();
  const server = await startInProcess({ SMTP_URL: sink.url }, store && { store });
  sink.behave('refuse for good');
  const answers = [
    ...posts.map(([query, body, headers]) => {
      const canaryHeaders = { 'User-Agent': 'Zzagent', 'Idempotency-Key': `Zzkey ${crypto.randomUUID()}` };
      const init: RequestInit = {
        method: 'POST',
        body,
        headers: { ...canaryHeaders, ...headers },
        redirect: 'manual',
      };
      return fetch(server.url + contactPath + query, init);
    }),
    fetch(`${server.url}/Zzquery?name=Zzname`),
    fetch(`${server.url}/healthz?name=Zzname`),
  ];
  for (const answer of await Promise.all(answers)) {
    expect(JSON.stringify([...answer.headers])).not.toMatch(words);
    expect(await answer.text()).not.toMatch(words);
  }
  if (!store) {
    await server.logged('mail', { outcome: 'refused' });
  }
  expect(readdirSync(server.dataDir, { recursive: true }).join()).not.toMatch(words);
  await server.stop();
  await sink.stop();
  const handled = server.log.filter(({ event }) => event === 'request' || event === 'rejection');
  expect(handled).toHaveLength(posts.length);
  expect(JSON.stringify(server.log)).not.toMatch(words);
});
