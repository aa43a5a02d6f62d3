import type { Clock } from '../../server/clock.ts';
import type { Attempt, Channel } from '../../server/outbox/channel.ts';
import { emailBudget } from '../../server/outbox/options.ts';
import { emailChannel, type Route } from '../../server/store/transaction.ts';
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
}

/** The mail server's current failure mode. */
export const mailConditions = ['down', 'full', 'deferring', 'flaky', 'hanging', 'login'] as const;
type MailCondition = 'good' | (typeof mailConditions)[number];

/** Where requests go: two addresses, so that one can have what the other lacks. */
export const route: Route = { name: emailChannel, recipients: ['owner@example.com', 'partner@example.com'] };

/** A text that this mail server always refuses permanently. */
export const refusedText = 'POISON';

/** A mail server with every failure mode, and the owner's mailbox. */
export function simulatedMailServer(random: Random, elapsed: () => number) {
  const mailbox: Email[] = [];
  let condition: MailCondition = 'good';

  return {
    mailbox,
    condition: () => condition,
    setCondition(next: MailCondition): void {
      condition = next;
    },
    channelOf(process: number, clock: Clock, isAlive: () => boolean): Channel {
      return {
        ...route,
        delivers: true,
        budget: emailBudget,
        async send({ reference, recipient, possibleDuplicate, fields: { message } }, signal) {
          const began = elapsed();
          const email = { reference, recipient, message, possibleDuplicate, began, arrived: began, process };
          return converse(email, clock, signal, isAlive);
        },
      };
    },
  };

  async function converse(
    email: Email,
    clock: Clock,
    signal: AbortSignal,
    isAlive: () => boolean,
  ): Promise<Attempt> {
    const hangs = condition === 'hanging' && random.chance(0.5);
    await clock.wait(hangs ? 10 * 60_000 : random.between(20, 2_000), signal);
    if (condition === 'down') {
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
