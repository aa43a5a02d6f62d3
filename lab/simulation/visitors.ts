import { minute } from '../../server/clock.ts';
import { pagingChannelName, type RequestChannelData } from '../../server/requests/channel-data.ts';
import type { PostedRequest } from '../../server/requests/save.ts';
import type { RequestStore } from '../../server/store/request-store.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import type { Acknowledged } from './invariants.ts';
import { refusedText } from './mail-server.ts';
import { missingPhoneNumber, serviceThatRings } from './phones.ts';
import type { Random } from './random.ts';
import type { Postponement } from './timetable.ts';

interface VisitorDependencies {
  random: Random;
  schedule(after: number, postponement: Postponement, run: () => void): void;
  /** The store's channels. */
  channels: readonly RequestChannelData[];
  /** The running process. */
  server(): { store: RequestStore; outbox: { wake(): void } };
  /** Called with a broken promise. */
  report(message: string): void;
  /** Called with a visitor's first successful response. */
  onSaved(request: Acknowledged, posted: PostedRequest): void;
}

const emergency = { fields: { ...exampleRequest, service: 'emergency' as const }, honeypotFilled: false };
const ordinaryRequest = { fields: { ...exampleRequest, service: serviceThatRings }, honeypotFilled: false };

/** Bursts of emergencies, from many networks or from one. */
const ringFloods = [
  { networks: 1, posts: 30 },
  { networks: 12, posts: 3 },
  { networks: 30, posts: 3 },
  { networks: 60, posts: 3 },
];

/** Simulates visitors who post, each with their own key, and records the responses. */
export function createVisitors(dependencies: VisitorDependencies) {
  const { random, schedule, channels, server, report, onSaved } = dependencies;
  const counts = { posts: 0, floods: 0, acknowledged: 0, unavailable: 0, limited: 0 };
  const acknowledged = new Map<string, Acknowledged>();
  return {
    counts,
    acknowledged,
    post,
    postEmergencyAfter,
    flood,
    ringFlood,
    ringFloodForAllRequests,
    endRefused,
  };

  /**
   * Posts a burst of emergencies, and five minutes later a genuine one from another network. If the burst comes from
   * one network, a genuine visitor posts from that network as well.
   */
  function ringFlood(): void {
    counts.floods += 1;
    const { networks, posts } = random.pick(ringFloods);
    const subnet = counts.floods % 250;
    for (let count = networks * random.whole(1, posts); count > 0; count -= 1) {
      const clientIp = `100.${64 + (count % networks)}.${subnet}.${Math.ceil(count / networks)}`;
      schedule(random.between(0, 4 * minute), 'fixed', () => post({ ...emergency, clientIp }, 10));
    }
    schedule(5 * minute, 'fixed', () => postEmergency(`203.1.${subnet}.7`));
    if (networks === 1) {
      schedule(5 * minute, 'fixed', () => postEmergency(`100.64.${subnet}.250`));
    }
  }

  /**
   * Posts a burst of emergencies. Afterward, every request causes an alarm for a minute, and two requests arrive that
   * aren't emergencies.
   */
  function ringFloodForAllRequests(): void {
    ringFlood();
    schedule(6 * minute, 'postponable', ringForAll);
  }

  function ringForAll(): void {
    setRinging('untaken');
    for (let count = 0; count < 2; count += 1) {
      post({ ...ordinaryRequest, clientIp: `203.3.${count}.7` }, 10);
    }
    schedule(minute, 'fixed', () => setRinging('untakenEmergencies'));
  }

  function setRinging(accepts: RequestChannelData['accepts']): void {
    for (const channel of channels.filter(({ name }) => name === pagingChannelName)) {
      channel.accepts = accepts;
    }
  }

  /** Schedules an emergency from a network that no other visitor uses. */
  function postEmergencyAfter(milliseconds: number): void {
    const clientIp = `203.2.${counts.posts % 250}.7`;
    schedule(milliseconds, 'fixed', () => postEmergency(clientIp));
  }

  function postEmergency(clientIp: string): void {
    post({ ...emergency, clientIp });
  }

  /** Posts a flood from ten networks, and then one genuine request from another network. */
  function flood(): void {
    counts.floods += 1;
    const length = random.pick([10, 1_000, 4_900]);
    for (let count = random.whole(150, 400); count > 0; count -= 1) {
      schedule(random.between(0, 15 * minute), 'fixed', () => post({}, length));
    }
    const clientIp = `203.0.${counts.floods % 250}.7`;
    schedule(16 * minute, 'fixed', () => post({ clientIp, honeypotFilled: false }));
  }

  /** Marks the requests whose email was refused as done, as the owner would after calling. */
  async function endRefused(): Promise<void> {
    const refused = [...acknowledged.values()].filter(({ isRefused }) => isRefused);
    for (const { reference, key } of refused) {
      await server().store.forceDone(reference);
      acknowledged.delete(key);
    }
  }

  /** Posts a request and retries it with the same key until it is acknowledged, like the form. */
  function post(changes: Partial<PostedRequest> = {}, length = random.whole(10, 500)): void {
    counts.posts += 1;
    const key = `request ${counts.posts}`;
    const isRefused = random.chance(0.01);
    const message = `${isRefused ? refusedText : ''} This is ${key}. ${'x'.repeat(length)}`.trim();
    const service = random.pick(['emergency', 'fleet', 'preventive'] as const);
    const posted: PostedRequest = {
      fields: {
        ...exampleRequest,
        service,
        message,
        ...(random.chance(0.1) && { phone: missingPhoneNumber }),
      },
      language: random.pick(['en', 'es']),
      idempotencyKey: key,
      honeypotFilled: random.chance(0.1),
      clientIp: `198.51.${random.whole(0, 9)}.${random.whole(1, 250)}`,
      ...changes,
    };
    if (changes.fields) {
      posted.fields = { ...changes.fields, message };
    }
    attempt(posted, isRefused, random.chance(0.05));
    if (random.chance(0.05)) {
      // The visitor pressed the button twice, or a retry overlaps the first attempt.
      attempt(posted, isRefused, false);
    }
  }

  /** Posts once, and again later if the post failed. With `asksAgain`, the visitor loses the response and retries. */
  function attempt(posted: PostedRequest, isRefused: boolean, asksAgain: boolean): void {
    const key = posted.idempotencyKey as string;
    const retry = (later: boolean) =>
      schedule(random.between(1_000, 60_000), 'fixed', () => attempt(posted, isRefused, later));
    const { store, outbox } = server();
    store.save(posted).then(
      (result) => {
        if (result.outcome === 'limited') {
          counts.limited += 1;
          schedule(result.retryAfterSeconds * 1_000, 'fixed', () => attempt(posted, isRefused, asksAgain));
          return;
        }
        const reference = result.outcome === 'mismatch' ? undefined : result.reference;
        const earlier = acknowledged.get(key);
        if (reference === undefined || (earlier && earlier.reference !== reference)) {
          report(`${key} got a different reference`);
          return;
        }
        outbox.wake();
        if (!earlier) {
          const request = { key, reference, message: posted.fields.message, isRefused };
          acknowledged.set(key, request);
          counts.acknowledged += 1;
          onSaved(request, posted);
        }
        if (asksAgain) {
          retry(false);
        }
      },
      () => {
        counts.unavailable += 1;
        retry(asksAgain);
      },
    );
  }
}
