import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { exampleRequest } from '../../../tests/support/example-request.ts';
import { startSmtpSink } from '../../../tests/support/smtp-sink.ts';
import { type Campaign, type Figures, must, waitFor } from '../campaign.ts';
import { type Harness, type HarnessOptions, withHarness } from '../harness.ts';
import { type Outside, openOutside } from '../outside.ts';
import { fill, fillWithPages } from '../small-disk.ts';

const second = 1_000;
const minute = 60 * second;

/** How long the monitor waits for a heartbeat before it raises the alarm (docs/running.md). */
const monitorPatience = 3 * minute;

/** Real servers, real disks, real time: what goes wrong calls the owner, and what is over says so. */
export const alerts: Campaign = {
  shows:
    'a full disk, a late email, an unsent emergency and a dead letter call the owner once each, and once when over; a webhook that hangs delays nothing; a server that is killed or stopped is missed by its monitor',
  minutes: 8,
  async run() {
    const parts = [deadMailServer, deadLetter, fullDisk, webhookThatFails, missedHeartbeat];
    const running = parts.map((part) => part());
    // Each closes its harness and unmounts its disk, even if another has failed.
    await Promise.allSettled(running);
    return Object.assign({}, ...(await Promise.all(running)));
  },
};

async function deadMailServer(): Promise<Figures> {
  return withAlerts(async (harness, outside) => {
    const first = await startSmtpSink();
    await first.stop();
    const server = await harness.start({ env: { ...outside.env, SMTP_URL: first.url } });
    const reference = await post(server, { service: 'emergency' });
    const posted = outside.now();
    const late = await expectAlert(outside, 'mail_late', 3 * minute);
    const unsent = await expectAlert(outside, 'emergency_unsent', 4 * minute);
    must(late.reference === reference && unsent.reference === reference, 'an alert names another request');
    const again = await startSmtpSink(first.port);
    const back = outside.now();
    const over = await expectAlert(outside, 'mail_late_over', 2 * minute);
    await expectAlert(outside, 'emergency_unsent_over', minute);
    await expectAlerts(outside, 4);
    await again.stop();
    return {
      'dead mail server: alert after, s': seconds(late.after - posted),
      'emergency unsent: alert after, s': seconds(unsent.after - posted),
      'mail server back: over after, s': seconds(over.after - back),
    };
  });
}

/** Starts retry dead letters at most once an hour. */
function letAnHourPass(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'requests.sqlite'));
  database.exec('update installation set dead_letters_requeued_at = 0');
  database.close();
}

/** With a restart in between, which tries the dead letter again. */
async function deadLetter(): Promise<Figures> {
  return withAlerts(async (harness, outside) => {
    harness.sink.behave('refuse for good');
    const reference = await post(await harness.start({ env: outside.env }), { service: 'fleet' });
    const posted = outside.now();
    const alert = await expectAlert(outside, 'dead_letter', minute);
    must(alert.reference === reference, 'the alert names another request');
    // A server that dies before it has the webhook's response cannot know that the owner was called.
    await pause(second);
    await harness.end('SIGKILL');
    await harness.start({ env: outside.env });
    await pause(30 * second);
    await harness.end('SIGTERM');
    letAnHourPass(harness.dataDir());
    harness.sink.behave('accept');
    const restarted = outside.now();
    await harness.start({ env: outside.env });
    const over = await expectAlert(outside, 'dead_letter_over', minute);
    await expectAlerts(outside, 2);
    return {
      'dead letter: alert after, s': seconds(alert.after - posted),
      'dead letter sent at a restart: over after, s': seconds(over.after - restarted),
    };
  });
}

async function fullDisk(): Promise<Figures> {
  return withAlerts(
    async (harness, outside) => {
      await harness.start({ env: outside.env });
      await pause(15 * second);
      const ballast = await fillUp(harness);
      const full = outside.now();
      const alert = await expectAlert(outside, 'store_failing', minute);
      // What was told is remembered over a restart, on a disk that has no room.
      await harness.end('SIGTERM');
      await harness.start({ env: outside.env });
      await pause(30 * second);
      rmSync(ballast);
      const free = outside.now();
      const over = await expectAlert(outside, 'store_failing_over', minute);
      await expectAlerts(outside, 2);
      return {
        'full disk: alert after, s': seconds(alert.after - full),
        'disk has room: over after, s': seconds(over.after - free),
      };
    },
    { onSmallDisk: true },
  );
}

/** The ballast leaves some blocks that only the database gets: requests take those. */
async function fillUp(harness: Harness): Promise<string> {
  const ballast = fill(join(harness.parent, 'ballast'));
  const { url, post } = harness.server();
  let count = 0;
  await waitFor(
    async () => {
      count += 1;
      await post({ ...exampleRequest, message: `${count} ${'x'.repeat(4_900)}` });
      return (await fetch(`${url}/healthz`)).status === 503;
    },
    minute,
    'the disk does not get full in a minute',
    100,
  );
  // What is left is too little for a request, but not for a small file.
  fillWithPages(join(harness.parent, 'rest'));
  return ballast;
}

async function webhookThatFails(): Promise<Figures> {
  return withAlerts(async (harness, outside) => {
    const server = await harness.start({ env: outside.env });
    const usual = await slowest(server, 'before');
    // It fails before there is something to tell: on a busy machine the alert would come through first.
    outside.answer('hangs');
    harness.sink.behave('refuse for good');
    await post(server, { service: 'fleet' });
    await server.logged('mail_dead_lettered');
    harness.sink.behave('accept');
    let worst = 0;
    for (const answer of ['hangs', '500'] as const) {
      outside.answer(answer);
      const before = outside.refused();
      await waitFor(() => outside.refused() > before, minute, 'the webhook was not called in a minute');
      worst = Math.max(worst, await slowest(server, answer));
    }
    must(
      worst < usual + 2 * second,
      `an email took ${worst} ms beside a webhook that fails, ${usual} before`,
    );
    outside.answer('takes it');
    await expectAlert(outside, 'dead_letter', minute);
    await expectAlerts(outside, 1);
    return {
      'slowest of 20 emails, ms': usual,
      'slowest of 40 while the webhook fails, ms': worst,
    };
  });
}

async function missedHeartbeat(): Promise<Figures> {
  const missed = async (signal: NodeJS.Signals) =>
    withAlerts(async (harness, outside) => {
      await harness.start({ env: outside.env });
      await waitFor(() => outside.heartbeats.length === 2, 2 * minute, 'there was no second heartbeat');
      await harness.end(signal);
      const ended = outside.now();
      await waitFor(
        () => outside.now() - (outside.heartbeats.at(-1) ?? 0) > monitorPatience,
        4 * minute,
        'a server that has ended still sends heartbeats',
      );
      must(outside.heartbeats.length === 2, `it beat ${outside.heartbeats.length} times`);
      return seconds(outside.now() - ended);
    });
  const [killed, stopped] = await Promise.all([missed('SIGKILL'), missed('SIGTERM')]);
  return {
    'kill -9: missed by the monitor after, s': killed,
    'SIGTERM: missed by the monitor after, s': stopped,
  };
}

type Server = ReturnType<Harness['server']>;

async function withAlerts<Result>(
  use: (harness: Harness, outside: Outside) => Promise<Result>,
  options: HarnessOptions = {},
): Promise<Result> {
  return withHarness(options, async (harness) => {
    const outside = await openOutside();
    try {
      return await use(harness, outside);
    } finally {
      outside.close();
    }
  });
}

async function post(server: Server, changes: Partial<typeof exampleRequest> | { service: string }) {
  const answer = await server.post({ ...exampleRequest, ...changes });
  must(answer.status === 200, `a request was answered ${answer.status}`);
  return String((await answer.json()).reference);
}

/** From the post of a request to its email, of twenty one after another. */
async function slowest(server: Server, name: string): Promise<number> {
  let most = 0;
  for (let count = 0; count < 20; count += 1) {
    const startedAt = performance.now();
    const reference = await post(server, { message: `${name} ${count}` });
    await server.logged('mail', { reference, outcome: 'accepted' });
    most = Math.max(most, performance.now() - startedAt);
  }
  return Math.round(most);
}

async function expectAlert(outside: Outside, event: string, milliseconds: number) {
  const find = () => outside.alerts.find((one) => one.event === event);
  await waitFor(
    () => find() !== undefined,
    milliseconds,
    `there was no alert ${event} in ${seconds(milliseconds)} s`,
  );
  return find() as NonNullable<ReturnType<typeof find>>;
}

/** There were so many alerts, none of them twice, and there are no more. */
async function expectAlerts(outside: Outside, count: number): Promise<void> {
  await pause(25 * second);
  const events = outside.alerts.map(({ event }) => event);
  must(events.length === count, `the owner was called ${events.length} times: ${events}`);
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / second);
}
