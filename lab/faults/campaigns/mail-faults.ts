import type { Behavior } from '../../../tests/support/smtp-sink.ts';
import type { Figures } from '../../figures.ts';
import { assert, type Campaign, waitFor } from '../campaign.ts';
import { withHarness } from '../harness.ts';

interface MailFault {
  /** The expected outcome in the log. */
  outcome: string;
  /** Whether the owner may receive the email twice. */
  isAmbiguous?: boolean;
  /** Whether an attempt would wait ten minutes, so the server is stopped. */
  hangs?: boolean;
}

const faults: Record<Exclude<Behavior, 'accept'>, MailFault> = {
  'drop before DATA': { outcome: 'unreachable' },
  'drop after the final dot': { outcome: 'ambiguous', isAmbiguous: true },
  'silent after the final dot': { outcome: 'ambiguous', isAmbiguous: true, hangs: true },
  'refuse for now': { outcome: 'deferred' },
  'refuse for good': { outcome: 'refused' },
};

/** Tests each failure mode of the mail server with a separate server. */
export const mailFaults: Campaign = {
  shows: 'every pending email arrives; duplicates only after ambiguous failures, marked, with one Message-ID',
  async run(isShort) {
    const runs = Object.entries(faults).map(([name, fault]) =>
      runWithFault(isShort ? 5 : 100, name as Behavior, fault),
    );
    // Each run closes its harness, even if another run has failed.
    await Promise.allSettled(runs);
    return Object.assign({}, ...(await Promise.all(runs)));
  },
};

async function runWithFault(requests: number, behavior: Behavior, fault: MailFault): Promise<Figures> {
  const { outcome, isAmbiguous = false, hangs = false } = fault;
  return withHarness('memory', async (harness) => {
    const server = await harness.start();
    harness.sink.behave(behavior);
    await Promise.all(Array.from({ length: requests }, () => harness.post()));
    if (hangs) {
      await harness.sink.received(1);
      await harness.end('SIGTERM');
    }
    const isLogged = () => server.log.some((line) => line.event === 'mail' && line.outcome === outcome);
    await waitFor(isLogged, 60_000, `${behavior}: no email ended as "${outcome}"`);
    harness.sink.behave('accept');
    if (hangs) {
      await harness.start();
    }
    await harness.waitForDelivery();
    const { acknowledged, mails, repeats } = await harness.check();
    assert(isAmbiguous === repeats > 0, `${behavior}: ${repeats} emails came twice`);
    return { [behavior]: `${acknowledged} acknowledged, ${mails} mails, ${repeats} of them marked repeats` };
  });
}
