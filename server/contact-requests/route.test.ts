import { expect, test } from 'vitest';
import { contactPath, honeypotName } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { postLimits } from '../rate-limits/rate-limiter.ts';
import { type RequestStore, type SaveResult, StoreUnavailable } from '../store/request-store.ts';
import { contactRequests } from './route.ts';

type Save = () => Promise<SaveResult>;
const saved: SaveResult = { outcome: 'saved', reference: 'AAAAAA' };

/** The function alone, with a store that does as `save` says. */
function startRoute(save: Save) {
  const clock = fakeClock();
  const facts: unknown[] = [];
  let signals = 0;
  const app = contactRequests({
    store: { save } as unknown as RequestStore,
    onSaved: () => {
      signals += 1;
    },
    allowedOrigins: [],
    clientIp: () => '192.0.2.1',
    postLimits: postLimits(clock),
    clock,
    log: (_event, logged) => facts.push(logged),
  });
  app.onError((_, c) => c.body(null, 500));
  const post = (message: string, others: Record<string, string> = {}) =>
    app.request(contactPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': message },
      body: JSON.stringify({ ...exampleRequest, ...others, message }),
    });
  const postForm = (others: Record<string, string>) =>
    app.request(contactPath, {
      method: 'POST',
      body: new URLSearchParams({ ...exampleRequest, ...others }),
    });
  return { app, post, postForm, facts, signals: () => signals };
}

test('wakes the outbox for each saved request, and for no other', async () => {
  let save: Save = async () => saved;
  const route = startRoute(() => save());
  expect((await route.post('saved')).status).toBe(200);
  expect(route.signals()).toBe(1);
  save = () => Promise.reject(new StoreUnavailable());
  expect((await route.post('not saved')).status).toBe(503);
  expect(route.signals()).toBe(1);
});

test('a client that has sent too many is told when it may send another', async () => {
  const route = startRoute(async () => ({ outcome: 'limited', retryAfter: 42 }));
  const answer = await route.post('one too many');
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '42']);
  expect(route.signals()).toBe(0);
});

test('a honeypot counts when it is filled in, in a form', async () => {
  const route = startRoute(async () => saved);
  await route.postForm({ [honeypotName]: '  ' });
  await route.post('JSON has five keys', { [honeypotName]: 'https://spam.example' });
  await route.postForm({ [honeypotName]: 'https://spam.example' });
  expect(route.facts).toEqual([
    expect.not.objectContaining({ honeypot: true }),
    expect.not.objectContaining({ honeypot: true }),
    expect.objectContaining({ honeypot: true }),
  ]);
});

test('no response is cached, of whatever method, also when a bug makes it a 500', async () => {
  const route = startRoute(() => Promise.reject(new TypeError()));
  const methods = ['OPTIONS', 'GET', 'HEAD', 'PUT'].map((method) =>
    route.app.request(contactPath, { method }),
  );
  const answers = [await route.post('bug'), ...(await Promise.all(methods))];
  expect(answers.map(({ status }) => status)).toEqual([500, 204, 405, 405, 405]);
  expect(answers.map(({ headers }) => headers.get('Cache-Control'))).toEqual(answers.map(() => 'no-store'));
});
