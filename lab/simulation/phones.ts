import { pagingWords } from '../../content/words/paging.ts';
import type { Clock } from '../../server/clock.ts';
import type { Attempt } from '../../server/outbox/channel.ts';
import type { Page } from '../../server/paging/page.ts';
import type { Settings } from '../../server/settings.ts';
import type { Random } from './random.ts';
import { minute, second } from './timetable.ts';

/** A page that a phone got. */
export interface Rung {
  recipient: string;
  references: string[];
  /** Whether the server knows that it arrived. */
  isAccepted: boolean;
  /** Elapsed time when the page was sent, and the process that sent it. */
  began: number;
  process: number;
}

interface PhoneParts {
  random: Random;
  elapsed(): number;
  schedule(after: number, what: string, run: () => void): void;
  query(sql: string, parameters: Record<string, string>): Record<string, unknown>[];
  /** Takes a request in the running process. */
  take(reference: string): Promise<unknown>;
  /** Called with a broken promise. */
  report(what: string): void;
}

/** The current failure mode of the paging services. */
export const pagerConditions = ['down', 'hanging', 'flaky'] as const;

/** What some visitors give as their phone number. */
export const withoutNumber = 'none';

const emergencyToRing = `
  select id from requests where reference = :reference and fields ->> 'service' = 'emergency'
    and (honeypot_filled = 0 or fields ->> 'phone' <> :withoutNumber)`;

/** How long a service may take to answer: see server/call.ts. */
const timeout = 20 * second;

/** Two phones, their services with every failure mode, and a phone for alerts, whose service always works. */
export function simulatedPhones({ random, elapsed, schedule, query, take, report }: PhoneParts) {
  const rung: Rung[] = [];
  /** When each request was taken. A reference may come again once its request is deleted, and so may an id. */
  const taken = new Map<string, number>();
  const openAlerts = new Set<string>();
  const counts = { alerts: 0 };
  let condition: 'good' | (typeof pagerConditions)[number] = 'good';

  return {
    rung,
    counts,
    condition: () => condition,
    setCondition(next: typeof condition): void {
      condition = next;
    },
    pagingOf(process: number, clock: Clock): Settings['paging'] {
      const send = (recipient: string) => async (page: Page, signal: AbortSignal) => {
        const began = elapsed();
        const references = page.requests.map(({ reference }) => reference);
        await clock.wait(condition === 'hanging' ? timeout : random.between(20, 2_000), signal);
        return ring({ recipient, references, began, process }, signal);
      };
      const recipients = ['ana', 'ben'].map((name) => ({ name, send: send(name) }));
      return { recipients, takes: 'emergencies', details: undefined, origin: 'https://site.example' };
    },
    async receiveAlert({ event, text }: Page): Promise<Attempt> {
      counts.alerts += 1;
      if (openAlerts.has(event) === text.startsWith(pagingWords.alert.begins)) {
        report(`the page "${text}", which ${openAlerts.has(event) ? 'has begun before' : 'has not begun'}`);
      }
      if (text.startsWith(pagingWords.alert.ends)) openAlerts.delete(event);
      else openAlerts.add(event);
      return { outcome: 'accepted', resultCode: '200' };
    },
    hasAlert: (event: string) => openAlerts.has(event),
    /** A process remembers none of the alerts of the one before it. */
    forgetAlerts: () => openAlerts.clear(),
    /** After hours without a fault. */
    checkAlerts(): void {
      if (openAlerts.size > 0) report(`the alert ${[...openAlerts]} did not end`);
    },
  };

  function ring(page: Omit<Rung, 'isAccepted'>, { aborted }: AbortSignal): Attempt {
    const works = condition === 'good' || (condition === 'flaky' && random.chance(0.5));
    const isAccepted = works && !aborted;
    // Without an answer it may have arrived.
    if (isAccepted || (condition !== 'down' && random.chance(0.3))) {
      rung.push({ ...page, isAccepted });
      page.references.forEach((reference) => void answer(reference, page.began));
    }
    if (isAccepted) return { outcome: 'accepted', resultCode: '200' };
    const outcome = condition === 'down' ? 'unreachable' : 'ambiguous';
    return { outcome, resultCode: '500', cause: 'simulated' };
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
