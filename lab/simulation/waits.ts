import { setImmediate as nextTick } from 'node:timers/promises';
import { day, minute, second } from '../../server/clock.ts';
import { createGroupedSave } from '../../server/contact-form/grouped-save.ts';
import type { PagingMessage } from '../../server/paging/alarm.ts';
import { createPagingChannels } from '../../server/paging/paging-channels.ts';
import { startOutbox } from '../../server/queue/outbox.ts';
import type { PostedRequest } from '../../server/requests/save.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { createFakeClock } from '../../tests/support/fake-clock.ts';
import { createInProcessStore } from '../../tests/support/in-process-store.ts';
import { createMemoryFolder } from '../../tests/support/memory-folder.ts';

/** A burst of emergencies within a minute. A genuine emergency follows five minutes later. */
export interface Flood {
  networks: number;
  /** The number of posts from each network. */
  posts: number;
  /**
   * The flood's addresses. `shared` is one IPv4 /24, which the genuine emergency shares. `household` is one IPv6 /48.
   */
  from?: 'networks' | 'shared' | 'household';
  honeypotFilled?: boolean;
}

/** Minutes from the genuine post until the phone's first alarm that counts it, and until the first that names it. */
export interface Wait {
  counted: number;
  named: number;
}

/** Runs the real queue and SQL on a clock that only this function moves. Nobody takes a request. */
export async function measureWait({ networks, posts, from = 'networks', honeypotFilled = false }: Flood) {
  const clock = createFakeClock();
  const alarms: { minute: number; names: string[]; waiting: number }[] = [];
  const recipient = {
    name: 'ana',
    send: async ({ requests, waiting }: PagingMessage) => {
      const names = requests.map(({ reference }) => reference);
      alarms.push({ minute: clock.elapsed() / minute, names, waiting });
      return { outcome: 'accepted', resultCode: '200' } as const;
    },
  };
  const paging = {
    recipients: [recipient],
    accepts: 'untakenEmergencies',
    details: undefined,
    siteUrl: '',
    origin: '',
  } as const;
  const channels = createPagingChannels({ ...paging, recipients: [...paging.recipients] }, () => undefined);
  const database = openDatabase(createMemoryFolder('waits'));
  const store = createInProcessStore(() => database, { clock, channels });
  const save = createGroupedSave(store);
  const outbox = startOutbox({ store, channels, clock, log: () => undefined, random: () => 0 });
  const post = (number: number, clientIp: string): PostedRequest => ({
    fields: { ...exampleRequest, service: 'emergency', message: `${number}` },
    language: 'en',
    idempotencyKey: `${number}`,
    honeypotFilled: honeypotFilled && number > 0,
    clientIp,
  });
  const addresses = {
    networks: (number: number) =>
      `100.${64 + ((number % networks) >> 8)}.${(number % networks) & 255}.${number}`,
    shared: (number: number) => `198.51.100.${number}`,
    household: (number: number) => `2001:db8:1:${number}::/64`,
  };
  const all = Array.from({ length: networks * posts }, (_, index) =>
    post(index + 1, addresses[from](index + 1)),
  );
  try {
    for (let passed = 0; passed < minute; passed += second) {
      const group = all.slice((all.length * passed) / minute, (all.length * (passed + second)) / minute);
      await Promise.all(group.map(save));
      await pass(second, second);
    }
    await pass(4 * minute, second);
    const clientIp = from === 'shared' ? '198.51.100.250' : '203.0.113.4';
    const saved = await save(post(0, clientIp));
    const reference = 'reference' in saved ? saved.reference : '';
    const postedAt = clock.elapsed() / minute;
    const later = () => alarms.filter((alarm) => alarm.minute >= postedAt);
    const naming = () => later().find(({ names }) => names.includes(reference));
    while (!naming() && clock.elapsed() < 2 * day) {
      await pass(10 * minute, 15 * second);
    }
    const named = (naming()?.minute ?? Number.POSITIVE_INFINITY) - postedAt;
    const counting = later().find(({ waiting, names }) => waiting > 0 || names.includes(reference));
    return { counted: (counting?.minute ?? Number.POSITIVE_INFINITY) - postedAt, named };
  } finally {
    const stopped = outbox.stop(0);
    clock.advance(minute);
    await stopped;
    await store.close();
  }

  async function pass(milliseconds: number, step: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += step) {
      clock.advance(step);
      for (let ticks = 0; ticks < 3; ticks += 1) {
        await nextTick();
      }
    }
  }
}

/** The floods that `npm run simulation -- --waits` measures. */
export const floods: readonly Flood[] = [
  { networks: 0, posts: 0 },
  ...[12, 100, 1_000].flatMap((networks) => [1, 5].map((posts) => ({ networks, posts }))),
  ...[10, 30, 100].map((posts) => ({ networks: 1, posts, from: 'shared' as const })),
  { networks: 1, posts: 50, from: 'household' },
  { networks: 45, posts: 1, honeypotFilled: true },
];

export async function printWaits(): Promise<void> {
  console.log('networks | posts of each | from | minutes until counted | until named');
  for (const flood of floods) {
    const { counted, named } = await measureWait(flood);
    const from = flood.honeypotFilled ? 'honeypots' : (flood.from ?? 'networks');
    console.log([flood.networks, flood.posts, from, counted.toFixed(1), named.toFixed(1)].join(' | '));
  }
}
