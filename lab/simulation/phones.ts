import { type Clock, minute, second } from '../../server/clock.ts';
import type { PagingMessage } from '../../server/paging/alarm.ts';
import type { Paging } from '../../server/paging/recipients.ts';
import { type AttemptResult, type Consequence, outcomes } from '../../server/queue/channel.ts';
import {
  type AlarmInvariantDependencies,
  createAlarmInvariants,
  maxNamed,
  type PhoneName,
  phoneNames,
  type SentAlarm,
} from './alarm-invariants.ts';
import type { createAlertChecker } from './alerts.ts';
import type { Random } from './random.ts';
import type { Postponement } from './timetable.ts';

interface PhoneDependencies extends AlarmInvariantDependencies {
  random: Random;
  schedule(after: number, postponement: Postponement, run: () => void): void;
  /** Takes a request in the running process. */
  take(reference: string): Promise<unknown>;
  alerts: ReturnType<typeof createAlertChecker>;
}

/** The failure modes of a paging service. */
export const pagerConditions = ['down', 'hanging', 'flaky', 'refusing'] as const;
type PagerCondition = 'good' | (typeof pagerConditions)[number];

/** The phone number of visitors who give none. */
export const missingPhoneNumber = 'none';

/** Requests for this service cause alarms for a while, like emergencies: see visitors.ts. */
export const serviceThatRings = 'construction' as const;

const findRequestToRingSql = `
  select id from requests where reference = :reference and (fields ->> 'service' = '${serviceThatRings}'
    or fields ->> 'service' = 'emergency' and (honeypot_filled = 0 or fields ->> 'phone' <> :missingPhoneNumber))`;

/** The time limit for a service's response: see server/http/fetch-once.ts. */
const timeout = 20 * second;

/** Simulates two phones, whose services have every failure mode. */
export function createPhones(dependencies: PhoneDependencies) {
  const { random, elapsed, schedule, query, take, report, isStoreGood, storeTime, alerts } = dependencies;
  const alarms: SentAlarm[] = [];
  const invariants = createAlarmInvariants({ ...dependencies, alarms });
  /** When each request was taken. The key has its ID and reference, as either may be reused after a deletion. */
  const takenAt = new Map<string, number>();
  const conditions: Record<PhoneName, PagerCondition> = { ana: 'good', ben: 'good' };

  return {
    alarms,
    conditions,
    condition: () => (phoneNames.every((name) => conditions[name] === 'good') ? 'good' : 'failing'),
    /** Changes one service's condition, or both. `good` repairs both. */
    setCondition(next: PagerCondition): void {
      const failing =
        next === 'good' ? phoneNames : random.pick([phoneNames, ['ana'], ['ana'], ['ben']] as const);
      for (const name of failing) {
        conditions[name] = next;
      }
    },
    createPaging(process: number, clock: Clock): Paging {
      const send = (recipient: PhoneName) => async (alarm: PagingMessage, signal: AbortSignal) => {
        const began = elapsed();
        const beganByStore = storeTime();
        const references = alarm.requests.map(({ reference }) => reference);
        const isRepeat = invariants.begin(recipient, { process, clock }, alarm);
        await clock.wait(conditions[recipient] === 'hanging' ? timeout : random.between(20, 2_000), signal);
        const hasSlot = references.length > 0 || isStoreGood();
        const sent = { recipient, references, isRepeat, hasSlot, began, beganByStore, process };
        const attempt = ring(sent, signal);
        const { mayHaveArrived = false }: Consequence = outcomes[attempt.outcome];
        if (attempt.outcome !== 'accepted') {
          invariants.noteFailure(recipient);
        }
        if (attempt.outcome !== 'accepted' && !mayHaveArrived) {
          invariants.releaseSlot(recipient);
        }
        if (references.length === 0 && attempt.outcome === 'accepted') {
          alerts.receive(alarm, process);
        }
        return attempt;
      };
      const [firstName, secondName] = phoneNames;
      const recipients = [
        { name: firstName, send: send(firstName) },
        { name: secondName, send: send(secondName), maxRequestsNamed: maxNamed[secondName] },
      ];
      const origin = 'https://site.example';
      return { recipients, accepts: 'untakenEmergencies', details: undefined, siteUrl: origin, origin };
    },
  };

  function ring(
    alarm: Omit<SentAlarm, 'isAccepted' | 'mayHaveArrived'>,
    { aborted }: AbortSignal,
  ): AttemptResult {
    const condition = conditions[alarm.recipient as PhoneName];
    const works = condition === 'good' || (condition === 'flaky' && random.chance(0.5));
    const isAccepted = works && !aborted;
    const mayHaveArrived = !isAccepted && condition !== 'down' && condition !== 'refusing';
    if (isAccepted || mayHaveArrived) {
      alarms.push({ ...alarm, isAccepted, mayHaveArrived });
    }
    if (isAccepted || (mayHaveArrived && random.chance(0.3))) {
      for (const reference of alarm.references) {
        answer(reference, alarm.began);
      }
    }
    if (isAccepted) {
      return { outcome: 'accepted', resultCode: '200' };
    }
    const outcome = mayHaveArrived ? 'ambiguous' : condition === 'down' ? 'unreachable' : 'refused';
    return { outcome, resultCode: '500', cause: 'simulated' };
  }

  /** Takes half of the requests that ring, within twenty minutes. */
  function answer(reference: string, began: number): void {
    const [request] = query(findRequestToRingSql, { reference, missingPhoneNumber });
    if (!request) {
      report(`${reference} rang, but it isn't an emergency or is probably spam`);
    } else if ((takenAt.get(`${request.id} ${reference}`) ?? began) < began) {
      report(`${reference} rang after it was taken`);
    } else if (random.chance(0.5)) {
      const note = () => takenAt.set(`${request.id} ${reference}`, elapsed());
      schedule(
        random.between(second, 20 * minute),
        'postponable',
        () => void take(reference).then(note, () => {}),
      );
    }
  }
}
