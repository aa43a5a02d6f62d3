import { expect, test } from 'vitest';
import { contactPath } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { limits, rateLimits } from '../rate-limits/rate-limiter.ts';
import type { RequestStore, SaveResult } from '../store/request-store.ts';
import { contactRequests } from './route.ts';

test('a repeat that overtakes its request does not uncount it', async () => {
  const clock = fakeClock();
  const saves: ((result: SaveResult) => void)[] = [];
  const store = { save: () => new Promise<SaveResult>((resolve) => saves.push(resolve)) };
  const app = contactRequests({
    store: store as unknown as RequestStore,
    onSaved: () => undefined,
    allowedOrigins: [],
    clientIp: () => '192.0.2.1',
    limits: rateLimits(clock),
    clock,
    log: () => undefined,
  });
  const post = (message: string) =>
    app.request(contactPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': message },
      body: JSON.stringify({ ...exampleRequest, message }),
    });
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
