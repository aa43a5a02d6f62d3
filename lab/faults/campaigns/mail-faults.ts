import type { Behavior } from '../../../tests/support/smtp-sink.ts';
import { type Campaign, type Figures, type Length, must } from '../campaign.ts';
import { openHarness } from '../harness.ts';

interface MailFault {
  /** The expected outcome in the log. */
  outcome: string;
  /** The owner may receive it twice. */
  ambiguous?: boolean;
  /** Only a restart (or a day) retries it. */
  needsRestart?: boolean;
}

const faults: Record<Exclude<Behavior, 'accept'>, MailFault> = {
  'drop before DATA': { outcome: 'unreachable' },
  'drop after the final dot': { outcome: 'ambiguous', ambiguous: true },
  'silent after the final dot': { outcome: 'ambiguous', ambiguous: true },
  'refuse for now': { outcome: 'deferred' },
  'refuse for good': { outcome: 'refused', needsRestart: true },
  slow: { outcome: 'accepted' },
};

const sizes = {
  short: { requests: 5, timeout: 2 * 60_000 },
  long: { requests: 100, timeout: 20 * 60_000 },
};

/** A mail server with every failure mode, one at a time, each with its own server. */
export const mailFaults: Campaign = {
  shows: 'every pending email arrives; duplicates only after ambiguous failures, marked, with one Message-ID',
  minutes: 4,
  async run(length) {
    const suffering = Object.entries(faults).map(([name, fault]) => suffer(length, name as Behavior, fault));
    // Each closes its harness, even if another has failed.
    await Promise.allSettled(suffering);
    return Object.assign({}, ...(await Promise.all(suffering)));
  },
};

async function suffer(length: Length, behavior: Behavior, fault: MailFault): Promise<Figures> {
  const { outcome, ambiguous = false, needsRestart = false } = fault;
  const { requests, timeout } = sizes[length];
  const harness = await openHarness();
  try {
    const server = await harness.start();
    harness.sink.behave(behavior);
    await harness.load({ clients: requests, most: requests }).finished;
    // In the short form a stop aborts the hung email before its 45 s timeout.
    const hangs = behavior === 'silent after the final dot' && length === 'short';
    await (hangs ? harness.end('SIGTERM') : undefined);
    await server.logged('mail', { outcome });
    harness.sink.behave('accept');
    if (hangs || needsRestart) {
      await harness.end('SIGTERM');
      await harness.start();
    }
    await harness.delivered(timeout);
    const { acknowledged, mails, repeats } = harness.check();
    must(ambiguous === repeats > 0, `${behavior}: ${repeats} emails came twice`);
    return { [behavior]: `${acknowledged} acknowledged, ${mails} mails, ${repeats} of them marked repeats` };
  } finally {
    await harness.close();
  }
}
