import type { Clock } from '../../server/clock.ts';
import type { Attempt, Email, Transport } from '../../server/mail/transport.ts';
import type { ClaimedRequest, Overview } from '../../server/store/request-store.ts';
import { emailParts } from '../../tests/support/email-parts.ts';
import type { Random } from './random.ts';

/** An email as seen by the owner's mailbox. */
interface Contents {
  /** Stands for the Message-ID. */
  name: string;
  /** The request, unless it is an overview. */
  request?: { message: string; possibleDuplicate: boolean };
}

export interface Delivered extends Contents {
  /** Elapsed time, and the process that sent it. */
  at: number;
  process: number;
}

/** The mail server's current failure mode. */
export const mailConditions = ['down', 'full', 'deferring', 'flaky', 'hanging', 'login'] as const;
type MailCondition = 'good' | (typeof mailConditions)[number];

/** A text that this mail server always refuses permanently. */
export const refusedText = 'POISON';

export function composeRequest({ reference, fields, possibleDuplicate }: ClaimedRequest): Email {
  return compose({ name: reference, request: { message: fields.message, possibleDuplicate } });
}

export function composeOverview({ id }: Overview): Email {
  return compose({ name: id });
}

function compose(contents: Contents): Email {
  return {
    reference: contents.name,
    from: '',
    to: ['owner@example.com'],
    bytes: Buffer.from(JSON.stringify(contents)),
    parts: emailParts,
  };
}

/** A mail server with every failure mode, and the owner's mailbox. */
export function simulatedMailServer(random: Random, elapsed: () => number) {
  const mailbox: Delivered[] = [];
  /** During an SMTP session: a process killed now may or may not have sent its email. */
  const conversations = new Map<object, { process: number; contents: Contents }>();
  let condition: MailCondition = 'good';

  return {
    mailbox,
    condition: () => condition,
    setCondition(next: MailCondition): void {
      condition = next;
    },
    transportOf(process: number, clock: Clock): Transport {
      return {
        delivers: true,
        async send(email, signal) {
          const conversation = { process, contents: JSON.parse(email.bytes.toString()) as Contents };
          conversations.set(conversation, conversation);
          const attempt = await converse(conversation, clock, signal);
          conversations.delete(conversation);
          return attempt;
        },
      };
    },
    /** The process is gone: what it was sending may or may not have arrived. */
    dropConnections(process: number): void {
      for (const conversation of conversations.values()) {
        if (conversation.process === process) {
          conversations.delete(conversation);
          if (!isRefused(conversation.contents) && random.chance(0.5)) {
            deliver(conversation);
          }
        }
      }
    },
  };

  async function converse(
    conversation: { process: number; contents: Contents },
    clock: Clock,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const { contents } = conversation;
    const hangs = condition === 'hanging' && random.chance(0.5);
    await clock.wait(hangs ? 10 * 60_000 : random.between(20, 2_000), signal);
    if (condition === 'down') {
      return { outcome: 'unreachable', resultCode: 'ECONNREFUSED' };
    } else if (condition === 'login') {
      return { outcome: 'login refused', resultCode: '535' };
    } else if (condition === 'full') {
      return { outcome: 'deferred', resultCode: '552' };
    } else if (condition === 'deferring' && random.chance(0.8)) {
      return { outcome: 'deferred', resultCode: '451' };
    } else if (isRefused(contents)) {
      return { outcome: 'refused', resultCode: '554' };
    } else if (signal.aborted || (condition === 'flaky' && random.chance(0.3))) {
      if (random.chance(0.5)) {
        deliver(conversation);
      }
      return { outcome: 'ambiguous', resultCode: 'ECONNRESET' };
    } else {
      deliver(conversation);
      return { outcome: 'accepted', resultCode: '250' };
    }
  }

  function deliver({ process, contents }: { process: number; contents: Contents }): void {
    mailbox.push({ ...contents, process, at: elapsed() });
  }
}

function isRefused({ request }: Contents): boolean {
  return request?.message.startsWith(refusedText) ?? false;
}
