import type { Clock } from '../../server/clock.ts';
import { ringTimes } from '../../server/paging/ladder.ts';
import { moreText, type Page } from '../../server/paging/page.ts';
import type { Paging } from '../../server/paging/recipients.ts';
import { type Attempt, type Consequence, outcomes } from '../../server/queue/channel.ts';
import { pageChannel } from '../../server/requests/routes.ts';
import type { simulatedAlerts } from './alerts.ts';
import type { Random } from './random.ts';
import { minute, refill, second } from './timetable.ts';

/** An alarm that a phone got, or may have got. */
export interface Rung {
  recipient: string;
  /** None of an alert. */
  references: string[];
  /** Whether each request had been named on this phone before. */
  isRepeat: boolean[];
  /** Whether the server knows that it arrived, and if not, whether it has to expect that. */
  isAccepted: boolean;
  mayHaveArrived: boolean;
  /** An alert rings without a place while the store fails. */
  hasPlace: boolean;
  /** Elapsed time when the alarm was sent, and the process that sent it. */
  began: number;
  process: number;
}

interface PhoneParts {
  random: Random;
  elapsed(): number;
  schedule(after: number, what: string, run: () => void): void;
  query(sql: string, parameters: Record<string, string | number>): Record<string, unknown>[];
  /** Takes a request in the running process. */
  take(reference: string): Promise<unknown>;
  /** Called with a broken promise. */
  report(what: string): void;
  isStoreGood(): boolean;
  /** When the store last began to fail, or to work again. */
  storeChangedAt(): number;
  /** The time by which deliveries are due. */
  storeTime(): number;
  /** The latest that any process has had: see the store. */
  latestTime(): number;
  alerts: ReturnType<typeof simulatedAlerts>;
}

/** What can be wrong with a paging service. */
export const pagerConditions = ['down', 'hanging', 'flaky', 'refusing'] as const;
type PagerCondition = 'good' | (typeof pagerConditions)[number];

/** In order. */
export const phoneNames = ['ana', 'ben'] as const;
export type PhoneName = (typeof phoneNames)[number];

/** How many requests fit into an alarm: the second phone gets text messages. */
export const mostNamed: Record<PhoneName, number> = { ana: 5, ben: 3 };

/** What some visitors give as their phone number. */
export const withoutNumber = 'none';

const emergencyToRing = `
  select id from requests where reference = :reference and fields ->> 'service' = 'emergency'
    and (honeypot_filled = 0 or fields ->> 'phone' <> :withoutNumber)`;

/** Emergencies that a phone has not named yet, without those that filled the honeypot. */
const unnamed = `
  select reference from deliveries join requests on requests.id = request_id
  where channel = '${pageChannel}' and recipient = :recipient and state = 'pending' and sends = 0 and emergency = 1
    and honeypot_filled = 0 and due_at <= :due`;

const countOthers = `
  select count(*) as count from deliveries
  where channel = '${pageChannel}' and recipient = :recipient and state = 'pending' and due_at <= :due`;

const findBucket = `
  select full_at from buckets where channel = '${pageChannel}' and recipient = :recipient`;

/** What is being sent to a phone. */
const findSending = `
  select reference, sends, step, posted_at as "postedAt" from deliveries join requests on requests.id = request_id
  where channel = '${pageChannel}' and recipient = :recipient and state = 'sending'`;

/** How long a service may take to answer: see server/http/call.ts. */
const timeout = 20 * second;

/** Two phones, whose services fail in every way. */
export function simulatedPhones(parts: PhoneParts) {
  const { random, elapsed, schedule, query, take, report, isStoreGood, storeChangedAt, alerts } = parts;
  const { storeTime, latestTime } = parts;
  const rung: Rung[] = [];
  /** When each request was taken. A reference may come again once its request is deleted, and so may an id. */
  const taken = new Map<string, number>();
  /** When each bucket will be full again, by the alarms that reached a phone, or may have, and when that was noted. */
  const buckets = new Map<PhoneName, { process: number; notedAt: number; fullAt: number }>();
  const conditions: Record<PhoneName, PagerCondition> = { ana: 'good', ben: 'good' };

  return {
    rung,
    conditions,
    condition: () => (phoneNames.every((name) => conditions[name] === 'good') ? 'good' : 'failing'),
    /** One service fails, or both. */
    setCondition(next: PagerCondition): void {
      const failing =
        next === 'good' ? phoneNames : random.pick([phoneNames, ['ana'], ['ana'], ['ben']] as const);
      for (const name of failing) conditions[name] = next;
    },
    pagingOf(process: number, clock: Clock): Paging {
      const send = (recipient: PhoneName) => async (page: Page, signal: AbortSignal) => {
        const began = elapsed();
        const references = page.requests.map(({ reference }) => reference);
        const sending = new Map(query(findSending, { recipient }).map((one) => [one.reference, one]));
        const isRepeat = references.map((reference) => Number(sending.get(reference)?.sends) > 0);
        for (const [index, reference] of references.entries()) {
          if (isRepeat[index]) checkTime(recipient, process, sending.get(reference) ?? {});
        }
        checkOrder(recipient, references, isRepeat);
        checkNumber(recipient, page);
        checkBucket(recipient, process);
        await clock.wait(conditions[recipient] === 'hanging' ? timeout : random.between(20, 2_000), signal);
        const hasPlace = references.length > 0 || isStoreGood();
        const attempt = ring({ recipient, references, isRepeat, hasPlace, began, process }, signal);
        const { mayHaveArrived = false }: Consequence = outcomes[attempt.outcome];
        if (attempt.outcome !== 'accepted' && !mayHaveArrived) returnPlace(recipient);
        if (references.length === 0 && attempt.outcome === 'accepted') alerts.receive(page, process);
        return attempt;
      };
      const [first, second] = phoneNames;
      const recipients = [
        { name: first, send: send(first) },
        { name: second, send: send(second), mostNamed: mostNamed[second] },
      ];
      const origin = 'https://site.example';
      return { recipients, takes: 'emergencies', details: undefined, siteUrl: origin, origin };
    },
  };

  function ring(page: Omit<Rung, 'isAccepted' | 'mayHaveArrived'>, { aborted }: AbortSignal): Attempt {
    const condition = conditions[page.recipient as PhoneName];
    const works = condition === 'good' || (condition === 'flaky' && random.chance(0.5));
    const isAccepted = works && !aborted;
    const mayHaveArrived = !isAccepted && condition !== 'down' && condition !== 'refusing';
    if (isAccepted || mayHaveArrived) {
      rung.push({ ...page, isAccepted, mayHaveArrived });
    }
    if (isAccepted || (mayHaveArrived && random.chance(0.3))) {
      for (const reference of page.references) answer(reference, page.began);
    }
    if (isAccepted) return { outcome: 'accepted', resultCode: '200' };
    const outcome = mayHaveArrived ? 'ambiguous' : condition === 'down' ? 'unreachable' : 'refused';
    return { outcome, resultCode: '500', cause: 'simulated' };
  }

  /** Whoever waits for a first mention is passed over by no repeat, and by nobody with a filled honeypot. */
  function checkOrder(recipient: string, references: string[], isRepeat: boolean[]): void {
    const others = query(unnamed, { recipient, due: storeTime() - 10 * second });
    const left = others.find(({ reference }) => !references.includes(String(reference)));
    const isSpam = ({ honeypot_filled }: Record<string, unknown>) => honeypot_filled === 1;
    const findSpam = 'select honeypot_filled from requests where reference = :reference';
    const passesOver = references.some(
      (reference, index) => isRepeat[index] || query(findSpam, { reference }).some(isSpam),
    );
    if (left && passesOver) report(`${recipient} was not told of ${left.reference}, but again of another`);
  }

  /** An alarm names as many as fit, and counts whoever else has waited for ten seconds. */
  function checkNumber(recipient: PhoneName, { requests, waiting, text }: Page): void {
    const most = mostNamed[recipient];
    if (requests.length > most) report(`an alarm to ${recipient} named ${requests.length}`);
    if (requests.length === 0) return;
    if (waiting > 0 && requests.length < most) report(`an alarm to ${recipient} only counted what fits`);
    const [others] = query(countOthers, { recipient, due: storeTime() - 10 * second });
    if (Number(others?.count) > waiting) report(`an alarm to ${recipient} counted too few`);
    if (!text.endsWith(moreText(waiting))) report(`an alarm to ${recipient} does not say how many wait`);
  }

  /**
   * What a service refuses takes no place. One place more is allowed, because an alert takes its place a moment before
   * it is sent. While the store fails, a claim may take a place although its sender never learns of it.
   */
  function checkBucket(recipient: PhoneName, process: number): void {
    const [row] = query(findBucket, { recipient });
    const fullAt = Number(row?.full_at ?? 0);
    const known = buckets.get(recipient);
    if (known?.process !== process || !isStoreGood() || known.notedAt <= storeChangedAt()) {
      buckets.set(recipient, { process, notedAt: elapsed(), fullAt });
      return;
    }
    known.fullAt = Math.max(known.fullAt, storeTime()) + refill;
    if (fullAt > known.fullAt + 1.1 * refill)
      report(`${recipient} lost the place of an alarm that reached nobody`);
  }

  function returnPlace(recipient: PhoneName): void {
    const known = buckets.get(recipient);
    if (known) known.fullAt -= refill;
  }

  /** A repeat comes no earlier than its minute, and no minute that passed before the last ring is made up for. */
  function checkTime(recipient: PhoneName, process: number, one: Record<string, unknown>): void {
    const { reference, step, postedAt } = one;
    const times = ringTimes([{}, {}], phoneNames.indexOf(recipient));
    const dueAt = Number(postedAt) + (times[Number(step)] ?? 0);
    const isSame = (rang: Rung) =>
      rang.recipient === recipient && rang.references.includes(String(reference));
    const last = rung.findLast((rang) => rang.process === process && rang.isAccepted && isSame(rang));
    const lastAt = last ? storeTime() - elapsed() + last.began : Number.NEGATIVE_INFINITY;
    if (dueAt > latestTime() + second) report(`${recipient} was told of ${reference} too early`);
    if (dueAt < lastAt) report(`${recipient} was told of ${reference} for a ring that it missed`);
  }

  /** Half of what rings is taken, within twenty minutes. */
  function answer(reference: string, began: number): void {
    const [request] = query(emergencyToRing, { reference, withoutNumber });
    if (!request) {
      report(`${reference} rang and is no emergency, or probable spam`);
    } else if ((taken.get(`${request.id} ${reference}`) ?? began) < began) {
      report(`${reference} rang after somebody had taken it`);
    } else if (random.chance(0.5)) {
      const note = () => taken.set(`${request.id} ${reference}`, elapsed());
      schedule(random.between(second, 20 * minute), 'take', () => void take(reference).then(note, () => {}));
    }
  }
}
