import { expect, test } from 'vitest';
import { contactPath, honeypotName } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { limits, rateLimits } from '../rate-limits/rate-limiter.ts';
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
    limits: rateLimits(clock),
    clock,
    log: (_event, logged) => facts.push(logged),
  });
  const post = (message: string, others: Record<string, string> = {}) =>
    app.request(contactPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': message },
      body: JSON.stringify({ ...exampleRequest, ...others, message }),
    });
  return { post, facts, signals: () => signals };
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

test('what could not be saved does not count toward the limit', async () => {
  let save: Save = () => Promise.reject(new StoreUnavailable());
  const route = startRoute(() => save());
  for (let count = 0; count <= limits.accepted.max; count += 1) {
    expect((await route.post(`try ${count}`)).status).toBe(503);
  }
  save = async () => saved;
  expect((await route.post('the store is back')).status).toBe(200);
});

test('a honeypot that holds only spaces is not filled in', async () => {
  const route = startRoute(async () => saved);
  await route.post('spaces', { [honeypotName]: '  ' });
  await route.post('filled in', { [honeypotName]: 'https://spam.example' });
  expect(route.facts).toEqual([
    expect.not.objectContaining({ honeypot: true }),
    expect.objectContaining({ honeypot: true }),
  ]);
});

test('a repeat that overtakes its request does not uncount it', async () => {
  const saves: ((result: SaveResult) => void)[] = [];
  const { post } = startRoute(() => new Promise<SaveResult>((resolve) => saves.push(resolve)));
  const saving = async (count: number) => expect.poll(() => saves.length).toBe(count);

  const first = post('one press');
  await saving(1);
  const second = post('one press');
  await saving(2);
  saves[1]?.({ outcome: 'saved', reference: 'AAAAAA' });
  saves[0]?.({ outcome: 'repeated', reference: 'AAAAAA' });
  expect([(await first).status, (await second).status]).toEqual([200, 200]);

  for (let count = 1; count < limits.accepted.max; count += 1) {
    const next = post(`press ${count}`);
    await saving(2 + count);
    saves.at(-1)?.({ outcome: 'saved', reference: 'BBBBBB' });
    expect((await next).status).toBe(200);
  }
  expect((await post('one too many')).status).toBe(429);
});
