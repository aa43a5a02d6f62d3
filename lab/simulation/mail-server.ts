import type { Clock } from '../../server/clock.ts';
import { emailBudget, emailConcurrency } from '../../server/mail/email-channel.ts';
import type { AttemptResult } from '../../server/queue/channel.ts';
import { isPromoted as hasPromotedRank } from '../../server/queue/rank.ts';
import { emailChannelName, type RequestChannelData } from '../../server/requests/channel-data.ts';
import type { DeliveryWithRequest, RequestChannel } from '../../server/requests/request-channel.ts';
import type { Random } from './random.ts';

/** An email in the owner's mailbox. */
export interface ReceivedEmail {
  reference: string;
  recipient: string;
  message: string;
  possibleDuplicate: boolean;
  /** The elapsed times when its attempt began and when it arrived, and the process that sent it. */
  began: number;
  arrived: number;
  process: number;
  /** The store's time when its attempt began. */
  beganByStore: number;
  /** Whether this was the email's first attempt, in a slot reserved for the oldest waiting requests. */
  isPromoted: boolean;
}

/** The mail server's failure modes. */
export const mailConditions = ['down', 'full', 'deferring', 'flaky', 'hanging', 'login'] as const;
type MailCondition = 'good' | (typeof mailConditions)[number];

/** The email channel. It has two addresses, because an email may reach only one of them. */
export const emailChannelData: RequestChannelData = {
  name: emailChannelName,
  recipients: ['owner@example.com', 'partner@example.com'],
};

/** The mail server permanently refuses every message that begins with this text. */
export const refusedText = 'POISON';

/** A process's connection to the mail server. */
interface MailConnection {
  isAlive(): boolean;
  /** Whether the process cannot reach its store at the moment. */
  isCutOff(): boolean;
}

interface MailServerDependencies {
  random: Random;
  elapsed(): number;
  /** Returns the store's time, which decides when deliveries are due. */
  storeTime(): number;
  query(sql: string, parameters: Record<string, string | number>): Record<string, unknown>[];
  /** Called with a broken promise. */
  report(message: string): void;
}

const findOtherAttemptsSql = `
  select 1 from deliveries
  where request_id = :requestId and channel = '${emailChannelName}' and (result is not null or possible_duplicate = 1)`;

const findEmergencySql = `
  select reference from deliveries join requests on requests.id = request_id
  where channel = '${emailChannelName}' and state = 'pending' and emergency = 1 and result is null and due_at < :before
  limit 1`;

/** Simulates a mail server with every failure mode, and the owner's mailbox. */
export function createMailServer({ random, elapsed, storeTime, query, report }: MailServerDependencies) {
  const mailbox: ReceivedEmail[] = [];
  let condition: MailCondition = 'good';

  return {
    mailbox,
    condition: () => condition,
    setCondition(next: MailCondition): void {
      condition = next;
    },
    createChannel(process: number, clock: Clock, connection: MailConnection): RequestChannel {
      return {
        ...emailChannelData,
        canDeliver: true,
        budget: emailBudget,
        concurrency: emailConcurrency,
        log: () => undefined,
        async send({ deliveries: [delivery] }, signal) {
          const { reference, recipient, possibleDuplicate, fields, rank, lastResult } = delivery;
          const { message } = fields;
          const began = elapsed();
          checkOrder(delivery, clock);
          const begun = { began, arrived: began, process, beganByStore: storeTime() };
          const isPromoted = hasPromotedRank(rank) && lastResult === null && !possibleDuplicate;
          const email = { reference, recipient, message, possibleDuplicate, isPromoted, ...begun };
          return converse(email, clock, signal, connection);
        },
      };
    },
  };

  /** Reports a request that is emailed before an emergency, unless the request uses a reserved slot. */
  function checkOrder({ requestId, reference, rank, dueAt }: DeliveryWithRequest, clock: Clock): void {
    const [request] = query('select emergency from requests where id = :requestId', { requestId });
    if (hasPromotedRank(rank) || request?.emergency === 1) {
      return;
    }
    // Another recipient or an earlier attempt already gave this request its slot in the budget.
    const [other] = query(findOtherAttemptsSql, { requestId });
    const before = Math.min(dueAt, clock.wallTime().getTime()) - 10_000;
    const [waiting] = other ? [] : query(findEmergencySql, { before });
    if (waiting) {
      report(`${reference}, which isn't an emergency, was emailed before ${waiting.reference}`);
    }
  }

  async function converse(
    email: ReceivedEmail,
    clock: Clock,
    signal: AbortSignal,
    { isAlive, isCutOff }: MailConnection,
  ): Promise<AttemptResult> {
    const hangs = condition === 'hanging' && random.chance(0.5);
    await clock.wait(hangs ? 10 * 60_000 : random.between(20, 2_000), signal);
    // The fault that separates a process from its store may also separate it from the mail server.
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

  function deliver(email: ReceivedEmail): void {
    mailbox.push({ ...email, arrived: elapsed() });
  }
}
