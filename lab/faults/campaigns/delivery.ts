import { setTimeout as pause } from 'node:timers/promises';
import { must } from '../campaign.ts';
import { type Harness, harnessCampaign } from '../harness.ts';

/** Milliseconds, from the acknowledgement and from the restart. */
const prompt = 1_000;
const afterKill = 10_000;

/** One request at a time, as on an ordinary day; then kills while sending. */
export const delivery = harnessCampaign({
  shows: 'an email arrives within 1 s of its acknowledgement, and within 10 s of a restart after kill -9',
  minutes: 2,
  alone: true,
  short: { mails: 5, kills: 1 },
  long: { mails: 100, kills: 5 },
  async run({ mails, kills }, harness) {
    const waits: number[] = [];
    const recoveries: number[] = [];
    await harness.start();
    for (let mail = 1; mail <= mails; mail += 1) {
      waits.push(await timeToMailbox(harness));
      await pause(Math.random() * 200);
    }
    for (let round = 1; round <= kills; round += 1) {
      recoveries.push(await killWhileSending(harness));
    }
    const found = harness.check();
    must(found.repeats === kills, `${kills} kills while sending made ${found.repeats} duplicates`);
    return {
      ...found,
      'from acknowledgement to mailbox, ms at most': Math.round(Math.max(...waits)),
      'from restart to mailbox, ms at most': Math.round(Math.max(...recoveries)),
    };
  },
});

async function timeToMailbox({ sink, load }: Harness): Promise<number> {
  const before = sink.mails.length;
  await load({ clients: 1, most: 1 }).finished;
  const startedAt = performance.now();
  await sink.received(before + 1);
  const took = performance.now() - startedAt;
  must(took <= prompt, `an email came ${Math.round(took)} ms after its acknowledgement`);
  return took;
}

/** The email was being sent, so it is due again as soon as a server has the data folder to itself. */
async function killWhileSending(harness: Harness): Promise<number> {
  const { sink } = harness;
  const before = sink.mails.length;
  sink.behave('silent after the final dot');
  await harness.load({ clients: 1, most: 1 }).finished;
  await sink.received(before + 1);
  await harness.end('SIGKILL');
  sink.behave('accept');
  await harness.start();
  const startedAt = performance.now();
  await harness.delivered(afterKill);
  return performance.now() - startedAt;
}
