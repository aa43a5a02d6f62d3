import type { Behavior } from '../../../tests/support/smtp-sink.ts';
import { type Campaign, type Conditions, type Figures, must } from '../campaign.ts';
import { openScene } from '../harness.ts';

interface MailFault {
  /** What the log must say of an attempt. */
  outcome: string;
  /** The owner may get it twice. */
  ambiguous?: boolean;
  /** Nothing but a restart (or a day) tries it again. */
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

/** A mail server that fails in every way there is, one way at a time, each with a server of its own. */
export const mailFaults: Campaign = {
  shows: 'each owed mail arrives; twice only where nobody can know, and then marked, with one Message-ID',
  minutes: 4,
  async run(conditions) {
    const suffering = Object.entries(faults).map(([name, fault]) =>
      suffer(conditions, name as Behavior, fault),
    );
    // Each gets to close its scene, even when another has failed.
    await Promise.allSettled(suffering);
    return Object.assign({}, ...(await Promise.all(suffering)));
  },
};

async function suffer(conditions: Conditions, behavior: Behavior, fault: MailFault): Promise<Figures> {
  const { outcome, ambiguous = false, needsRestart = false } = fault;
  const { requests, timeout } = sizes[conditions.length];
  const scene = await openScene(conditions);
  try {
    const server = await scene.start();
    scene.sink.behave(behavior);
    await scene.load({ clients: requests, most: requests }).finished;
    // In the short form a stop gives up the mail that hangs, before the deadline of 45 s does.
    const hangs = behavior === 'silent after the final dot' && conditions.length === 'short';
    await (hangs ? scene.end('SIGTERM') : undefined);
    await server.logged('mail', { outcome });
    scene.sink.behave('accept');
    if (hangs || needsRestart) {
      await scene.end('SIGTERM');
      await scene.start();
    }
    await scene.delivered(timeout);
    const { acknowledged, mails, repeats } = scene.check();
    must(ambiguous === repeats > 0, `${behavior}: ${repeats} mails came twice`);
    return { [behavior]: `${acknowledged} acknowledged, ${mails} mails, ${repeats} of them marked repeats` };
  } finally {
    await scene.close();
  }
}
