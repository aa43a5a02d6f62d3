import type { PostedRequest, RequestStore } from '../../server/store/request-store.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { type Promised, Violation } from './invariants.ts';
import { refusedText } from './mail-server.ts';
import type { Random } from './random.ts';

interface VisitorParts {
  seed: number;
  random: Random;
  schedule(after: number, what: string, run: () => void): void;
  /** The running process. */
  server(): { store: RequestStore; outbox: { wake(): void } };
  /** Records what visitors were told. */
  promised: Map<string, Promised>;
}

/** Visitors who post, each with their own key, and remember the response. */
export function simulatedVisitors({ seed, random, schedule, server, promised }: VisitorParts) {
  const counts = { posts: 0, acknowledged: 0, unavailable: 0, limited: 0 };
  return { counts, post };

  /** Retries with one key, like the form, until acknowledged. */
  function post(length = random.whole(10, 500)): void {
    counts.posts += 1;
    const key = `request ${counts.posts}`;
    const isRefused = random.chance(0.01);
    const message = `${isRefused ? refusedText : ''} This is ${key}. ${'x'.repeat(length)}`.trim();
    const posted: PostedRequest = {
      fields: {
        ...exampleRequest,
        service: random.pick(['emergency', 'fleet', 'preventive']),
        message,
      },
      language: random.pick(['en', 'es']),
      idempotencyKey: key,
      honeypotFilled: random.chance(0.1),
      clientIp: `198.51.${random.whole(0, 9)}.${random.whole(1, 250)}`,
    };
    attempt(posted, isRefused, random.chance(0.05));
  }

  /** Some never get the response, and retry. */
  function attempt(posted: PostedRequest, isRefused: boolean, asksAgain: boolean): void {
    const key = posted.idempotencyKey as string;
    const again = (later: boolean) =>
      schedule(random.between(1_000, 60_000), 'post again', () => attempt(posted, isRefused, later));
    const { store: current, outbox } = server();
    current.save(posted).then(
      (result) => {
        if (result.outcome === 'limited') {
          counts.limited += 1;
          schedule(result.retryAfter * 1_000, 'post again', () => attempt(posted, isRefused, asksAgain));
          return;
        }
        const reference = result.outcome === 'mismatch' ? undefined : result.reference;
        const earlier = promised.get(key);
        if (reference === undefined || (earlier && earlier.reference !== reference)) {
          throw new Violation(seed, `${key} was answered with another reference`);
        }
        promised.set(key, { key, reference, message: posted.fields.message, isRefused });
        counts.acknowledged += earlier ? 0 : 1;
        outbox.wake();
        if (asksAgain) {
          again(false);
        }
      },
      () => {
        counts.unavailable += 1;
        again(asksAgain);
      },
    );
  }
}
