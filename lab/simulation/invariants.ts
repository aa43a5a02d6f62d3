import type { Delivered } from './mail-server.ts';

/** What a visitor was told. */
export interface Promised {
  key: string;
  reference: string;
  message: string;
  /** The mail server permanently refuses its text. */
  isRefused: boolean;
}

/** A broken promise. The seed replays it. */
export class Violation extends Error {
  constructor(seed: number, what: string) {
    super(`${what}. Replay: npm run simulation -- --seed ${seed}`);
  }
}

interface Found {
  promised: readonly Promised[];
  mailbox: readonly Delivered[];
  /** Unsent messages after a quiet period. */
  unsent: readonly Record<string, unknown>[];
  elapsed: number;
}

/** Maximum emails in ten minutes: thirty requests and an overview. */
const mostEmails = 31;
const window = 10 * 60_000;

/** After four hours without faults every promise holds. */
export function checkPromises(seed: number, { promised, mailbox, unsent, elapsed }: Found): void {
  const must = (holds: boolean, what: string) => {
    if (!holds) {
      throw new Violation(seed, what);
    }
  };
  const arrivals = Map.groupBy(
    mailbox.flatMap(({ request, ...email }) => (request ? [{ ...email, ...request }] : [])),
    ({ message }) => message,
  );
  const deadLetters = new Set(
    unsent.filter(({ state }) => state === 'dead_lettered').map(({ message }) => message),
  );

  for (const { key, message, isRefused } of promised) {
    const [first, ...again] = arrivals.get(message) ?? [];
    if (isRefused) {
      must(
        first === undefined && deadLetters.has(message),
        `${key}, which is refused for good, was not kept`,
      );
    } else {
      must(first !== undefined, `${key} was acknowledged but is not in the mailbox`);
    }
    for (const repeat of again) {
      must(repeat.possibleDuplicate, `${key} came twice, unmarked`);
      must(repeat.name === first?.name, `${key} came twice, under two Message-IDs`);
    }
  }
  const known = new Set(promised.map(({ message }) => message));
  const recent = unsent.filter(
    ({ message, state }) => state !== 'dead_lettered' && known.has(String(message)),
  );
  must(recent.length === 0, `${recent.length} messages are still unsent after four hours without a fault`);

  for (const [process, emails] of Map.groupBy(mailbox, ({ process: sender }) => sender)) {
    emails.forEach(({ at }, index) => {
      const within = emails[index + mostEmails];
      must(
        within === undefined || within.at - at >= window,
        `process ${process} sent more than ${mostEmails} emails in ten minutes, ${elapsed} ms in`,
      );
    });
  }
}
