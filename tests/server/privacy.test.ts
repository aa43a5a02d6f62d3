import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contactPath } from '../../contract/contact-fields.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { startInProcess, unavailableStore } from '../support/start-in-process.ts';

/** Unique strings. */
const canary = {
  name: 'Zzname Canary',
  phone: '281 555 0163',
  email: 'zzemail@canary.example',
  service: 'emergency',
  message: 'Zzmessage of the canary',
};
const words = /zzname|zzemail|zzmessage|canary|281\D?555\D?0163|zzkey|zzquery|zzagent/i;

const form = (changes: Record<string, string> = {}) => new URLSearchParams({ ...canary, ...changes });
const post = (body: BodyInit, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'User-Agent': 'Zzagent', 'Idempotency-Key': `Zzkey ${crypto.randomUUID()}`, ...headers },
  redirect: 'manual',
});
const json = { 'Content-Type': 'application/json' };

const attempts: [string, RequestInit][] = [
  [contactPath, post(JSON.stringify(canary), json)],
  [contactPath, post(form())],
  [contactPath, post(JSON.stringify({ ...canary, email: 'Zzemail' }), json)],
  [contactPath, post(JSON.stringify(canary).slice(0, -3), json)],
  [contactPath, post(JSON.stringify(canary), { ...json, 'Idempotency-Key': `Zzkey${'y'.repeat(300)}` })],
  [contactPath, post(JSON.stringify(canary), { 'Content-Type': 'text/plain' })],
  [contactPath, post(form(), { Origin: 'https://zzquery.example' })],
  [contactPath, post(form({ message: 'Zzmessage'.repeat(5_000) }))],
  [`${contactPath}?lang=Zzquery`, post(form({ message: `${canary.message} again` }))],
  [`${contactPath}?name=Zzname`, { headers: { Accept: 'text/html' }, redirect: 'manual' }],
  ['/Zzquery?name=Zzname', { redirect: 'manual' }],
  ['/healthz?name=Zzname', {}],
];

test('visitor input never appears in logs, errors, URLs, headers or metrics', async () => {
  const sink = await startSmtpSink();
  const server = await startInProcess({ SMTP_URL: sink.url });
  sink.behave('refuse for good');
  for (const [path, init] of attempts) {
    const answer = await fetch(server.url + path, init);
    expect(JSON.stringify([...answer.headers])).not.toMatch(words);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) {
      expect(await answer.text()).not.toMatch(words);
    }
  }
  await server.logged('mail', { outcome: 'refused' });
  const health = await (await fetch(`${server.url}/healthz`)).text();
  expect(health).not.toMatch(words);
  expect(readdirSync(server.dataDir, { recursive: true }).join()).not.toMatch(words);
  await server.stop();
  await sink.stop();
  expect(
    server.log.filter(({ event }) => event === 'request' || event === 'rejection').length,
  ).toBeGreaterThanOrEqual(9);
  expect(JSON.stringify(server.log)).not.toMatch(words);
});

test('a store that is gone reveals no visitor input', async () => {
  const server = await startInProcess({}, { store: unavailableStore() });
  const answer = await fetch(server.url + contactPath, post(JSON.stringify(canary), json));
  expect(answer.status).toBe(503);
  expect(await answer.text()).not.toMatch(words);
  await server.stop();
  expect(JSON.stringify(server.log)).not.toMatch(words);
});
