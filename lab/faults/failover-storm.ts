import { setTimeout as pause } from 'node:timers/promises';
import { Failed, waitFor } from './campaign.ts';
import { type FailoverSite, openFailoverSite } from './failover-site.ts';
import { type Load, startLoad } from './load.ts';

export interface FailoverSize {
  promotions: number;
  acknowledgements: number;
  /** Acknowledgements before each loss. */
  between: number;
  clients: number;
  /** A client's pause after an acknowledgement, in milliseconds. */
  pause: number;
  parent?: string;
  /** Whether servers are killed and restarted too. */
  servers: boolean;
}

export interface FailoverFigures {
  acknowledged: number;
  promotions: number;
  mails: number;
  repeats: number;
  refused: number;
  broken: number;
}

/** The ways to lose a primary, in rotation. */
const losses = ['killed', 'frozen', 'stopped', 'killed after its standbys'] as const;
type Loss = (typeof losses)[number];

/** Two servers under load, while primaries are lost one after another and standbys replace them. */
export async function repeatFailovers(size: FailoverSize): Promise<FailoverFigures> {
  const site = await openFailoverSite({
    replication: 'synchronous',
    servers: 2,
    parent: size.parent,
  });
  const load = startLoad({ ledger: site.ledger, clients: size.clients, pause: size.pause, url: site.url });
  try {
    let promotions = 0;
    while (promotions < size.promotions || load.counts.acknowledged < size.acknowledgements) {
      await underLoad(load, size.between);
      await losePrimary(site, losses[promotions % losses.length] ?? 'killed');
      promotions += 1;
      if (size.servers && promotions % 3 === 0) {
        await site.restartServer(promotions % 2, promotions % 2 ? 'SIGKILL' : 'SIGTERM');
      }
      if (size.servers && promotions % 5 === 0) {
        for (const standby of site.cluster.standbys()) {
          await site.cluster.restart(standby);
        }
      }
    }
    await underLoad(load, size.between);
    await load.stop();
    const { acknowledged } = await site.checkStore();
    await site.endLeases();
    await site.delivered(20 * 60_000);
    await site.checkStore();
    const { mails, repeats } = site.checkMails();
    const { refused, broken } = load.counts;
    return { acknowledged, promotions, mails, repeats, refused, broken };
  } finally {
    await load.stop();
    await site.close();
  }
}

/** Without synchronous replication the same failovers must lose requests, or it proves nothing. */
export async function control(): Promise<string> {
  const site = await openFailoverSite({ replication: 'asynchronous', servers: 2 });
  const load = startLoad({ ledger: site.ledger, clients: 16, url: site.url });
  try {
    for (let promotions = 1; promotions <= 5; promotions += 1) {
      await underLoad(load, 40);
      await losePrimary(site, 'killed after its standbys');
    }
    await load.stop();
    await site.checkStore();
  } catch (error) {
    if (error instanceof Failed && /are lost/.test(error.message)) {
      return error.message;
    }
    throw error;
  } finally {
    await load.stop();
    await site.close();
  }
  throw new Failed('the control with asynchronous replication lost nothing, so this campaign proves nothing');
}

async function losePrimary({ cluster }: FailoverSite, loss: Loss): Promise<void> {
  const old = cluster.primary();
  if (loss === 'killed after its standbys') {
    const standbys = cluster.standbys();
    await Promise.all(standbys.map((standby) => standby.kill()));
    await pause(300);
    await old.kill();
    await Promise.all(standbys.map((standby) => standby.start()));
  } else if (loss === 'frozen') {
    old.freeze();
  } else if (loss === 'stopped') {
    await old.stop();
  } else {
    await old.kill();
  }
  await cluster.promote();
  if (loss === 'frozen') {
    // For a moment it still believes it is the primary.
    old.thaw();
    await pause(500);
  }
  await cluster.rejoin(old);
}

async function underLoad(load: Load, more: number): Promise<void> {
  const wanted = load.counts.acknowledged + more;
  await waitFor(
    () => load.counts.acknowledged >= wanted,
    60_000,
    'the form is still down a minute after a failover',
  );
}
