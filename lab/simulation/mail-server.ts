import type { Clock } from '../../server/clock.ts';
import { emailBudget, emailConcurrency } from '../../server/mail/email-channel.ts';
import type { Attempt } from '../../server/queue/channel.ts';
import { outOfTurnRank } from '../../server/queue/rank.ts';
import type { ClaimedDelivery, RequestChannel } from '../../server/requests/claim.ts';
import { type DeliveryRoute, emailChannel } from '../../server/requests/routes.ts';
import type { Random } from './random.ts';

/** An email as seen by the owner's mailbox. */
export interface Email {
  reference: string;
  recipient: string;
  message: string;
  possibleDuplicate: boolean;
  /** Elapsed time when its attempt began and when it arrived, and the process that sent it. */
  began: number;
  arrived: number;
  process: number;
  /** When its attempt began, by the time of due deliveries. */
  beganByStore: number;
  /** Whether it was the first attempt, in a place for what has waited longest. */
  isOutOfTurn: boolean;
}

/** The mail server's current failure mode. */
export const mailConditions = ['down', 'full', 'deferring', 'flaky', 'hanging', 'login'] as const;
type MailCondition = 'good' | (typeof mailConditions)[number];

/** Where requests go: two addresses, so that one can have what the other lacks. */
export const route: DeliveryRoute = {
  name: emailChannel,
  recipients: ['owner@example.com', 'partner@example.com'],
};

/** A text that this mail server always refuses permanently. */
export const refusedText = 'POISON';

/** How a process reaches the mail server. */
interface MailConnection {
  isAlive(): boolean;
  /** Whether the process cannot reach its store at the moment. */
  isCutOff(): boolean;
}

interface MailServerParts {
  random: Random;
  elapsed(): number;
  /** The time by which deliveries are due. */
  storeTime(): number;
  query(sql: string, parameters: Record<string, string | number>): Record<string, unknown>[];
  /** Called with a broken promise. */
  report(what: string): void;
}

const findOtherAttempts = `
  select 1 from deliveries
  where request_id = :requestId and channel = '${emailChannel}' and (result is not null or possible_duplicate = 1)`;

const findEmergency = `
  select reference from deliveries join requests on requests.id = request_id
  where channel = '${emailChannel}' and state = 'pending' and emergency = 1 and result is null and due_at < :before
  limit 1`;

/** A mail server with every failure mode, and the owner's mailbox. */
export function simulatedMailServer({ random, elapsed, storeTime, query, report }: MailServerParts) {
  const mailbox: Email[] = [];
  let condition: MailCondition = 'good';

  return {
    mailbox,
    condition: () => condition,
    setCondition(next: MailCondition): void {
      condition = next;
    },
    channelOf(process: number, clock: Clock, connection: MailConnection): RequestChannel {
      return {
        ...route,
        delivers: true,
        budget: emailBudget,
        concurrency: emailConcurrency,
        log: () => undefined,
        async send({ deliveries: [delivery] }, signal) {
          const { reference, recipient, possibleDuplicate, fields, rank, lastResult } = delivery;
          const { message } = fields;
          const began = elapsed();
          checkOrder(delivery, clock);
          const begun = { began, arrived: began, process, beganByStore: storeTime() };
          const isOutOfTurn = rank === outOfTurnRank && lastResult === null && !possibleDuplicate;
          const email = { reference, recipient, message, possibleDuplicate, isOutOfTurn, ...begun };
          return converse(email, clock, signal, connection);
        },
      };
    },
  };

  /** No emergency waits for another request, except in the places for what has waited longest. */
  function checkOrder({ requestId, reference, rank, dueAt }: ClaimedDelivery, clock: Clock): void {
    const [request] = query('select emergency from requests where id = :requestId', { requestId });
    if (rank === outOfTurnRank || request?.emergency === 1) {
      return;
    }
    // A request that has a place in the budget, for another recipient or an earlier attempt, needs no other.
    const [other] = query(findOtherAttempts, { requestId });
    const before = Math.min(dueAt, clock.now().getTime()) - 10_000;
    const [waiting] = other ? [] : query(findEmergency, { before });
    if (waiting) {
      report(`${reference}, which is no emergency, was emailed before ${waiting.reference}`);
    }
  }

  async function converse(
    email: Email,
    clock: Clock,
    signal: AbortSignal,
    { isAlive, isCutOff }: MailConnection,
  ): Promise<Attempt> {
    const hangs = condition === 'hanging' && random.chance(0.5);
    await clock.wait(hangs ? 10 * 60_000 : random.between(20, 2_000), signal);
    // What cuts a process off from its store may cut it off from the mail server.
    if (condition === 'down' || (isCutOff() && random.chance(0.5))) {
      return { outcome: 'unreachable', resultCode: 'ECONNREFUSED', cause: 'simulated' };
    } else if (condition === 'login') {
      return { outcome: 'login refused', resultCode: '535', cause: 'simulated' };
    } else if (condition === 'full') {
      return { outcome: 'deferred', resultCode: '552', cause: 'simulated' };
    } else if (condition === 'deferring' && random.chance(0.8)) {
      return { outcome: 'deferred', resultCode: '451', cause: 'simulated' };
    } else if (email.message.startsWith(refusedText)) {
      return { outcome: 'refused', resultCode: '554', cause: 'simulated' };
    } else if (signal.aborted || !isAlive() || (condition === 'flaky' && random.chance(0.3))) {
      if (random.chance(0.5)) {
        deliver(email);
      }
      return { outcome: 'ambiguous', resultCode: 'ECONNRESET', cause: 'simulated' };
    } else {
      deliver(email);
      return { outcome: 'accepted', resultCode: '250' };
    }
  }

  function deliver(email: Email): void {
    mailbox.push({ ...email, arrived: elapsed() });
  }
}
