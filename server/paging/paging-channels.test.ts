import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { createFakeClock } from '../../tests/support/fake-clock.ts';
import { createInProcessStore, exampleChannels } from '../../tests/support/in-process-store.ts';
import { createMemoryFolder } from '../../tests/support/memory-folder.ts';
import { hour, minute, second } from '../clock.ts';
import type { AttemptResult } from '../queue/channel.ts';
import { type Outbox, startOutbox } from '../queue/outbox.ts';
import { getRequestState, type RequestWithHistory } from '../requests/request-with-history.ts';
import type { PostedRequest } from '../requests/save.ts';
import type { RequestStore } from '../store/request-store.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import type { PagingMessage, Recipient } from './alarm.ts';
import { alarmBudget, createPagingChannels } from './paging-channels.ts';
import { createStopChannels } from './stop-channels.ts';

const accepted: AttemptResult = { outcome: 'accepted', resultCode: '200' };
const failed: AttemptResult = { outcome: 'unreachable', resultCode: '500', cause: 'it failed' };

/** An alarm that somebody got, with the minutes since the start. */
type Rung = PagingMessage & { who: string; minute: number };

let clock: ReturnType<typeof createFakeClock>;
let store: RequestStore;
let outbox: Outbox;
let rung: Rung[];
let answers: Record<string, () => AttemptResult | Promise<AttemptResult>>;
/** The requests whose alarms Cleo's service was told to stop. */
let stopped: string[];
let saved = 0;
const log = vi.fn();

/** Cleo's service repeats alarms until it is told to stop. */
beforeEach(() => {
  clock = createFakeClock();
  rung = [];
  answers = {};
  stopped = [];
  const stopRepeating = async (reference: string) => {
    stopped.push(reference);
    return (await answers.stopRepeating?.()) ?? accepted;
  };
  const recipients = [{ name: 'ana' }, { name: 'ben' }, { name: 'cleo', stopRepeating }].map(
    (recipient): Recipient => {
      const send = async (alarm: PagingMessage) => {
        const answer = (await answers[recipient.name]?.()) ?? accepted;
        if (answer.outcome === 'accepted') {
          rung.push({ ...alarm, who: recipient.name, minute: clock.elapsed() / minute });
        }
        return answer;
      };
      return { ...recipient, send };
    },
  );
  const origin = 'https://diesel.example';
  const paging = {
    recipients,
    accepts: 'untakenEmergencies' as const,
    details: undefined,
    siteUrl: origin,
    origin,
  };
  const channels = [...createPagingChannels(paging, log), ...createStopChannels(paging, log)];
  const database = openDatabase(createMemoryFolder('paging'));
  store = createInProcessStore(() => database, {
    clock,
    channels: [...exampleChannels, ...channels],
  });
  outbox = startOutbox({ store, channels, clock, log, random: () => 0 });
});
afterEach(async () => {
  const stopped = outbox.stop(0);
  clock.advance(minute);
  await stopped;
  await store.close();
});

async function save(changes: Partial<PostedRequest> = {}): Promise<string> {
  saved += 1;
  const fields = { ...exampleRequest, service: 'emergency' as const, message: `number ${saved}` };
  const result = await store.save({ fields, language: 'en', idempotencyKey: `${saved}`, ...changes });
  return result.outcome === 'saved' ? result.reference : '';
}

async function pass(milliseconds: number, step = 5 * second): Promise<void> {
  for (let passed = 0; passed <= milliseconds; passed += step) {
    for (let ticks = 0; ticks < 8; ticks += 1) {
      await nextTick();
    }
    if (passed < milliseconds) {
      clock.advance(step);
    }
  }
}

const findAlarms = (who: string) => rung.filter((alarm) => alarm.who === who);
const findRingMinutes = (who: string) => findAlarms(who).map((alarm) => Math.round(alarm.minute));
const listReferences = ({ requests }: PagingMessage) => requests.map(({ reference }) => reference);

test('recipients ring in turn, then all together for two hours', async () => {
  const reference = await save();
  await pass(170 * minute, 15 * second);
  expect(findRingMinutes('ana').slice(0, 5)).toEqual([0, 3, 6, 27, 37]);
  expect(findRingMinutes('ben').slice(0, 5)).toEqual([9, 12, 15, 27, 37]);
  expect(findRingMinutes('cleo').slice(0, 3)).toEqual([18, 27, 37]);
  expect(Math.max(...findRingMinutes('ana'))).toBe(27 + 120);
  expect(new Set(rung.flatMap(listReferences))).toEqual(new Set([reference]));
});

describe.each([25, 40 * 24, -40 * 24])('a wall clock that is wrong by %i hours', (hours) => {
  const jump = hours * hour;

  test("doesn't change the alarms if it is corrected two minutes after the post", async () => {
    await save();
    await pass(minute);
    clock.jump(jump);
    await pass(2 * minute);
    clock.jump(-jump);
    await pass(50 * minute, 15 * second);
    expect(findRingMinutes('ana')).toEqual([0, 3, 6, 27, 37, 47]);
  });

  test("doesn't change the alarms if it is corrected immediately after the post", async () => {
    clock.jump(jump);
    await save();
    clock.jump(-jump);
    await pass(50 * minute, 15 * second);
    expect(findRingMinutes('ana')).toEqual([0, 3, 6, 27, 37, 47]);
  });
});

test('alarms stop once a request is taken or done', async () => {
  const taken = await save();
  const done = await save();
  await pass(10 * minute);
  await store.takeRequest({ reference: taken, by: 'Ben', device: null });
  await store.forceDone(done);
  await pass(60 * minute);
  expect(findRingMinutes('ben')).toEqual([9]);
});

describe('a driver who cancels', () => {
  test('ends the alarms', async () => {
    const reference = await save();
    await pass(4 * minute);
    await store.cancelRequest({ reference });
    await pass(30 * minute);
    expect(rung.map(({ minute }) => Math.round(minute))).toEqual([0, 3]);
  });

  test('can restart the alarms once, where they stopped', async () => {
    const reference = await save();
    await pass(4 * minute);
    await store.cancelRequest({ reference });
    await pass(4 * minute);
    await store.undoCancellation({ reference });
    outbox.wake();
    await pass(6 * minute);
    expect({ ana: findRingMinutes('ana'), ben: findRingMinutes('ben') }).toEqual({
      ana: [0, 3, 8],
      ben: [9, 12],
    });
    await store.cancelRequest({ reference });
    await store.undoCancellation({ reference });
    await pass(30 * minute);
    expect(rung).toHaveLength(5);
  });

  test('starts the alarms again if all recipients had rung, even if one of them always fails', async () => {
    answers.ben = () => failed;
    const reference = await save();
    await pass(150 * minute, 15 * second);
    rung = [];
    await store.cancelRequest({ reference });
    await pass(minute);
    await store.undoCancellation({ reference });
    await pass(10 * minute);
    expect(findRingMinutes('ana')).toEqual([151, 154, 157]);
    expect(findRingMinutes('cleo')).toEqual([160]);
  });

  test('starts the alarms again if their time passed while the request was canceled', async () => {
    const reference = await save();
    await pass(100 * minute, 15 * second);
    rung = [];
    await store.cancelRequest({ reference });
    await pass(60 * minute, 15 * second);
    await store.undoCancellation({ reference });
    await pass(8 * minute);
    expect(findRingMinutes('ana')).toEqual([160, 163, 166]);
    expect(findRingMinutes('ben')).toEqual([]);
  });
});

describe("the owner's order", () => {
  const choose = (...order: string[]) =>
    store.addOwnerChange({
      kind: 'on_call',
      value: {
        order: order.map((name) => ({
          recipient: name.replace('!', ''),
          label: name,
          isOff: name.endsWith('!'),
        })),
      },
      device: null,
    });
  const putFirst = (recipient: string, milliseconds: number) =>
    store.addOwnerChange({
      kind: 'on_until',
      value: { recipient },
      endsAt: clock.wallTime().getTime() + milliseconds,
      device: null,
    });
  const firstMinutes = () => ['ana', 'ben', 'cleo'].map((who) => findRingMinutes(who)[0]);

  test('decides which recipient rings first', async () => {
    await choose('ben', 'cleo', 'ana');
    await save();
    await pass(60 * minute);
    expect(findRingMinutes('ben').slice(0, 5)).toEqual([0, 3, 6, 27, 37]);
    expect(findRingMinutes('cleo').slice(0, 3)).toEqual([9, 27, 37]);
    expect(findRingMinutes('ana').slice(0, 5)).toEqual([18, 21, 24, 27, 37]);
  });

  test('applies only to later requests', async () => {
    await save();
    await pass(5 * minute);
    await choose('cleo', 'ben', 'ana');
    await pass(15 * minute);
    expect(firstMinutes()).toEqual([0, 9, 18]);
  });

  test('lets a recipient that is off ring only when all ring', async () => {
    await choose('ben', 'ana!', 'cleo');
    await save();
    await pass(40 * minute);
    expect(findRingMinutes('ana').slice(0, 2)).toEqual([18, 28]);
    expect(findRingMinutes('ben').slice(0, 5)).toEqual([0, 3, 6, 18, 28]);
    expect(findRingMinutes('cleo').slice(0, 3)).toEqual([9, 18, 28]);
  });

  test('treats all recipients as on if all are off', async () => {
    await choose('ben!', 'ana!', 'cleo!');
    await save();
    await pass(20 * minute);
    expect(firstMinutes()).toEqual([9, 0, 18]);
  });

  test('is overridden by a recipient that is on until a set time', async () => {
    await choose('ana', 'ben!', 'cleo');
    await putFirst('ben', 60 * minute);
    await save();
    await pass(30 * minute);
    expect(firstMinutes()).toEqual([9, 0, 18]);
  });

  test('applies again after that time', async () => {
    await choose('cleo', 'ana', 'ben');
    await putFirst('ben', 60 * minute);
    await pass(60 * minute, minute);
    await save();
    await pass(20 * minute);
    expect(firstMinutes()).toEqual([69, 78, 60]);
  });

  test('decides whose turn begins when a recipient cannot be reached', async () => {
    await choose('ben', 'cleo', 'ana');
    answers.ben = () => failed;
    await save();
    await pass(minute);
    expect(firstMinutes()).toEqual([undefined, undefined, 0]);
  });

  test('decides which recipient follows, even if the last one in PAGE_URL rings first and fails', async () => {
    await choose('cleo', 'ana', 'ben');
    answers.cleo = () => failed;
    await save();
    await pass(minute);
    expect(firstMinutes()).toEqual([0, undefined, undefined]);
  });

  test('decides when undoing a cancellation starts the alarms again', async () => {
    await choose('ana', 'ben!', 'cleo!');
    const reference = await save();
    await pass(100 * minute, 15 * second);
    rung = [];
    await store.cancelRequest({ reference });
    // With two turns instead of three, the last step is at 138 minutes instead of 147.
    await pass(40 * minute, 15 * second);
    await store.undoCancellation({ reference });
    await pass(8 * minute);
    expect(findRingMinutes('ana')).toEqual([140, 143, 146]);
  });

  test('applies when a request is given back', async () => {
    const reference = await save();
    await pass(minute);
    await store.takeRequest({ reference, by: 'Ana', device: 1 });
    await choose('cleo', 'ana', 'ben');
    rung = [];
    await store.giveBack({ reference });
    await pass(minute);
    expect(findRingMinutes('cleo')).toEqual([1]);
    expect(findRingMinutes('ana')).toEqual([]);
  });
});

describe('a service that repeats alarms', () => {
  const cleosTurn = 18 * minute;
  const findStopOrder = async (reference: string) =>
    (await store.findWithDeliveries(reference))?.deliveries.find(({ channel }) => channel === 'cancel');

  test('gets stop orders for a taken request until one succeeds', async () => {
    const reference = await save();
    await pass(cleosTurn + minute, 15 * second);
    answers.stopRepeating = () => (stopped.length < 4 ? failed : accepted);
    await store.takeRequest({ reference, by: 'Ben', device: null });
    await pass(5 * minute);
    expect(stopped).toEqual(Array(4).fill(reference));
    expect(await findStopOrder(reference)).toMatchObject({ state: 'sent', result: 'accepted 200' });
    expect(log).toHaveBeenCalledWith('stop_order_failed', { reference, recipient: 3, ...failed });
    expect(log).toHaveBeenCalledWith('stop_order', { reference, recipient: 3, ...accepted });
  });

  test('is told to stop when the request is done', async () => {
    const reference = await save();
    await pass(cleosTurn + minute, 15 * second);
    await store.forceDone(reference);
    await pass(minute);
    expect(stopped).toEqual([reference]);
  });

  test.each(['accepted', 'ambiguous'] as const)(
    'is told to stop after an alarm in progress ends as %s',
    async (outcome) => {
      const reference = await save();
      const { promise, resolve } = Promise.withResolvers<AttemptResult>();
      answers.cleo = () => promise;
      await pass(cleosTurn + minute, 15 * second);
      await store.takeRequest({ reference, by: 'Ben', device: null });
      await pass(minute);
      const before = stopped.length;
      resolve(outcome === 'accepted' ? accepted : { outcome, resultCode: 'TimeoutError', cause: 'slow' });
      await pass(minute);
      expect(stopped.slice(before)).toEqual([reference]);
    },
  );

  test('is told to stop after the last alarm of a done request', async () => {
    const reference = await save();
    const { promise, resolve } = Promise.withResolvers<AttemptResult>();
    answers.cleo = () => promise;
    await pass(cleosTurn + minute, 15 * second);
    await store.forceDone(reference);
    await pass(minute);
    const before = stopped.length;
    resolve(accepted);
    await pass(minute);
    expect(stopped.slice(before)).toEqual([reference]);
  });

  test("doesn't get a stop order for a request that it never got", async () => {
    const reference = await save();
    await pass(minute);
    await store.takeRequest({ reference, by: 'Ben', device: null });
    await pass(5 * minute);
    expect(stopped).toEqual([]);
  });

  test('gets another stop order if the service timed out and still repeats the alarm', async () => {
    const reference = await save();
    await pass(cleosTurn + minute, 15 * second);
    answers.stopRepeating = () => ({ outcome: 'ambiguous', resultCode: 'TimeoutError', cause: 'slow' });
    await store.takeRequest({ reference, by: 'Ben', device: null });
    await pass(14 * minute);
    const calls = stopped.length;
    expect(calls).toBeGreaterThan(4);
    await pass(20 * minute);
    expect(stopped.length - calls).toBeLessThanOrEqual(1);
    expect(await findStopOrder(reference)).toMatchObject({ state: 'closed' });
  });
});

test('only emergencies that are not probable spam ring', async () => {
  const reference = await save();
  await save({ fields: { ...exampleRequest, service: 'emergency', phone: 'none' }, honeypotFilled: true });
  await save({ fields: exampleRequest });
  await pass(4 * minute);
  expect(rung.map((alarm) => [alarm.who, ...listReferences(alarm)])).toEqual([
    ['ana', reference],
    ['ana', reference],
  ]);
});

test("a hanging service doesn't delay the other recipients", async () => {
  const reference = await save();
  answers.ana = () => new Promise(() => undefined);
  await pass(10 * minute);
  expect(rung.map((alarm) => [alarm.who, ...listReferences(alarm)])).toEqual([['ben', reference]]);
});

test('only one recipient rings if its service answers after 12 s', async () => {
  const answerLate = async () => {
    await clock.wait(12 * second, new AbortController().signal);
    return accepted;
  };
  // After this failure, the phone's requests may go to the next phone.
  answers.ana = vi.fn<() => AttemptResult | Promise<AttemptResult>>(answerLate).mockReturnValueOnce(failed);
  await save();
  await pass(40 * second, second);
  expect(rung.map(({ who }) => who)).toEqual(['ana']);
  // The alarm used one of four slots, and one is reserved for a first mention.
  const bucket = { channel: 'page', recipient: 'ana', ...alarmBudget };
  const slots = await Promise.all([1, 2, 3].map(() => store.acquireSpareSlot(bucket)));
  expect(slots.filter((slot) => slot !== undefined)).toHaveLength(2);
});

test('an alert waits for the alarms about requests', async () => {
  const bucket = { channel: 'page', recipient: 'ana', ...alarmBudget };
  const service = Promise.withResolvers<AttemptResult>();
  answers.ana = () => service.promise;
  await save();
  await pass(second, second);
  // The second request is due while ana's sender waits for the response to the first alarm.
  await save();
  expect(await store.acquireSpareSlot(bucket)).toBeUndefined();
  service.resolve(accepted);
  await pass(5 * second);
  expect(findAlarms('ana')).toHaveLength(2);
  expect(await store.acquireSpareSlot(bucket)).toBeDefined();
});

test("an emergency with a filled honeypot doesn't use the last slot", async () => {
  const bucket = { channel: 'page', recipient: 'ana', ...alarmBudget };
  for (let taken = 0; taken < 3; taken += 1) {
    await store.acquireSpareSlot(bucket);
  }
  const reference = await save({ honeypotFilled: true });
  await pass(7 * minute);
  expect(findAlarms('ana')).toEqual([]);
  await pass(9 * minute);
  expect(findAlarms('ana').flatMap(listReferences)).toEqual([reference]);
});

test('an emergency with a filled honeypot rings after all other first mentions', async () => {
  const posts = [0, 1, 2, 3, 4, 5].map((network) => ({
    fields: { ...exampleRequest, service: 'emergency' as const },
    language: 'en' as const,
    idempotencyKey: `${network}`,
    clientIp: `198.51.${network}.1`,
    honeypotFilled: network === 0,
  }));
  const results = await store.saveAll(posts);
  const [marked, ...others] = results.map((result) => (result.outcome === 'saved' ? result.reference : ''));
  await pass(13 * minute);
  const [first, ...later] = findAlarms('ana').map(listReferences);
  expect(first?.toSorted()).toEqual(others.toSorted());
  expect(later.flat()).toContain(marked);
});

test('a failing service gets the pause that it asks for', async () => {
  const reference = await save();
  const times: number[] = [];
  answers.ana = () => {
    times.push(clock.elapsed() / minute);
    return times.length > 1 ? failed : { ...failed, retryAfter: 5 * minute };
  };
  await pass(45 * minute);
  expect(times[1]).toBeCloseTo(5, 0);
  expect(times.length).toBeGreaterThan(30);
  expect(findAlarms('ana')).toEqual([]);
  expect(log).toHaveBeenCalledWith('page_failed', { reference, recipient: 1, ...failed });
  answers.ana = () => accepted;
  await pass(3 * minute);
  // Missed rings are not repeated. The next ring is due in minute 47.
  expect(findAlarms('ana').map(({ id }) => id)).toEqual([`${reference}-0-0`, `${reference}-5-1`]);
  expect(log).toHaveBeenCalledWith('page', { reference, recipient: 1, ...accepted });
});

test('the next recipient rings within 20 s if a service cannot be reached', async () => {
  answers.ana = () => failed;
  answers.ben = () => failed;
  await save();
  await pass(9 * second, second);
  expect(rung).toEqual([]);
  await pass(31 * second, second);
  expect(findRingMinutes('cleo')).toEqual([0]);
  // Cleo's own turn doesn't change.
  await pass(18 * minute);
  expect(findRingMinutes('cleo')).toEqual([0, 18]);
});

test('the next recipient rings once in place of a failing one after a request is given back', async () => {
  const reference = await save();
  await pass(10 * minute);
  await store.takeRequest({ reference, by: 'Ana', device: 1 });
  answers.ana = () => failed;
  rung = [];
  await store.giveBack({ reference });
  await pass(20 * second, second);
  expect(findRingMinutes('ben')).toEqual([10]);
  await pass(9 * minute);
  expect(findRingMinutes('ben')).toEqual([10, 19]);
});

test('the recipients ring if the driver undoes the cancellation of a taken request', async () => {
  const reference = await save();
  await pass(second);
  await store.takeRequest({ reference, by: 'Ana', device: 1 });
  await store.cancelRequest({ reference });
  await pass(minute);
  rung = [];
  await store.undoCancellation({ reference });
  await pass(10 * second);
  expect(findAlarms('ana')).toHaveLength(1);
  expect(await store.findWithHistory(reference)).toMatchObject({ takenAt: null, takenBy: null });
});

describe('a stop order for an alarm that its service repeats', () => {
  beforeEach(async () => {
    // Cleo's phone rings first.
    await store.addOwnerChange({
      kind: 'on_call',
      value: {
        order: ['cleo', 'ana', 'ben'].map((recipient) => ({ recipient, label: recipient, isOff: false })),
      },
      device: null,
    });
  });

  test("isn't sent after the request is given back", async () => {
    answers.stopRepeating = () => failed;
    const reference = await save();
    await pass(30 * second);
    await store.takeRequest({ reference, by: 'Ana', device: 1 });
    await pass(10 * second);
    expect(stopped).toContain(reference);
    await store.giveBack({ reference });
    answers.stopRepeating = () => accepted;
    stopped = [];
    await pass(5 * minute);
    expect(stopped).toEqual([]);
  });

  test('is followed by a new alarm if the driver still needs help', async () => {
    const reference = await save();
    await pass(30 * second);
    await store.cancelRequest({ reference });
    await pass(10 * second);
    rung = [];
    await store.undoCancellation({ reference });
    await pass(10 * second);
    expect(findAlarms('cleo')).toHaveLength(1);
  });
});

// ntfy replaces a message with a known ID, and a webhook may drop the repeat.
test('each ring has its own ID, even if a recipient rings before its turn', async () => {
  answers.ana = () => failed;
  await save();
  await pass(16 * minute, second);
  expect(findRingMinutes('ben')).toEqual([0, 9, 12, 15]);
  const ids = findAlarms('ben').map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('each ring has its own ID after a request is given back', async () => {
  const reference = await save();
  await pass(second);
  await store.takeRequest({ reference, by: 'Ana', device: 1 });
  await store.giveBack({ reference });
  await pass(minute);
  const ids = findAlarms('ana').map(({ id }) => id);
  expect(ids.length).toBe(2);
  expect(new Set(ids).size).toBe(2);
});

test('the next recipient rings within 20 s while a service asks for a pause', async () => {
  answers.ana = () => ({ ...failed, retryAfter: 15 * minute });
  await save();
  await pass(minute, second);
  const later = await save();
  await pass(15 * second, second);
  expect(findAlarms('ben').flatMap(listReferences)).toContain(later);
});

test('the next recipient rings at once if a service refuses an alarm', async () => {
  let calls = 0;
  answers.ana = () => {
    calls += 1;
    return { outcome: 'refused', resultCode: '400', cause: 'it refused the alarm' };
  };
  await save();
  await pass(2 * second, second);
  expect(findRingMinutes('ben')).toEqual([0]);
  await pass(59 * minute, 15 * second);
  expect(calls).toBe(1);
  await pass(2 * minute, 15 * second);
  expect(calls).toBe(2);
});

test('a refusing recipient does not count as ringing after the others have ended', async () => {
  answers.ben = () => ({ outcome: 'refused', resultCode: '400', cause: 'wrong' });
  const reference = await save();
  await pass(minute);
  const readState = async () =>
    getRequestState((await store.findWithHistory(reference)) as RequestWithHistory);
  expect(await readState()).toBe('ringing');
  await pass(170 * minute, 15 * second);
  expect(await readState()).toBe('unanswered');
});

test('a request counts as unanswered once every recipient has refused its alarm', async () => {
  for (const phone of ['ana', 'ben', 'cleo']) {
    answers[phone] = () => ({ outcome: 'refused', resultCode: '400', cause: 'wrong' });
  }
  const reference = await save();
  await pass(minute);
  expect(getRequestState((await store.findWithHistory(reference)) as RequestWithHistory)).toBe('unanswered');
});

test('an ambiguous alarm also makes the next recipient ring', async () => {
  const times: number[] = [];
  answers.ana = () => {
    times.push(Math.round(clock.elapsed() / minute));
    return { outcome: 'ambiguous', resultCode: 'TimeoutError', cause: 'it does not answer' };
  };
  await save();
  await pass(10 * minute);
  expect(times).toEqual([0, 3, 6]);
  expect(findRingMinutes('ben')).toEqual([0, 9]);
});

test('an alarm names five requests and counts the others', async () => {
  const networks = [0, 1, 2, 3, 4, 5, 6];
  const references = await Promise.all(networks.map((network) => save({ clientIp: `198.51.${network}.1` })));
  await pass(minute);
  expect(rung.map(listReferences)).toEqual([references.slice(0, 5), references.slice(5)]);
  expect(rung.map(({ text }) => / more waiting/.test(text))).toEqual([true, false]);
  expect(rung[0]?.text).toMatch(/\nand 2 more waiting$/);
});

test('a recipient gets at most twelve alarms in any hour', async () => {
  for (let post = 0; post < 120; post += 1) {
    await save({ clientIp: `198.${post}.0.1` });
    await pass(minute, 15 * second);
  }
  const times = findAlarms('ana').map((alarm) => alarm.minute);
  const inAnHour = times.map((from) => times.filter((time) => time >= from && time < from + 60).length);
  expect(Math.max(...inAnHour)).toBeGreaterThan(10);
  expect(Math.max(...inAnHour)).toBeLessThanOrEqual(12);
});
