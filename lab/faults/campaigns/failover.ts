import { setTimeout as pause } from 'node:timers/promises';
import { memory } from '../../../tests/support/memory-folder.ts';
import { campaign, type Figures, must, waitFor } from '../campaign.ts';
import { type FailoverSite, openFailoverSite } from '../failover-site.ts';
import { fieldsOf, type Load, newKey, post, startLoad } from '../load.ts';

interface Size {
  promotions: number;
  /** Acknowledgements before each loss. */
  between: number;
  clients: number;
  /** Where to create the data folders; default: on disk. */
  parent?: typeof memory;
}

/** The ways to lose a primary, in rotation. */
const losses = ['killed after its standbys', 'killed', 'frozen', 'stopped'] as const;
type Loss = (typeof losses)[number];

/** Three nodes, a quorum of one standby, two servers, and repeated loss of the primary. */
export const failover = campaign<Size>({
  shows: 'a PostgreSQL failover loses and alters nothing acknowledged, and every request is emailed',
  short: { promotions: 2, between: 40, clients: 4, parent: memory },
  long: { promotions: 100, between: 250, clients: 64 },
  async run(size) {
    await repeatWhatNoStandbyHas(size.parent);
    return repeatFailovers(size);
  },
});

/** Primaries are lost one after another under load and standbys replace them; servers are lost in between. */
async function repeatFailovers(size: Size): Promise<Figures> {
  const site = await openFailoverSite(2, size.parent?.());
  const load = startLoad({ ledger: site.ledger, clients: size.clients, url: site.url });
  try {
    for (let promotion = 0; promotion < size.promotions; promotion += 1) {
      await underLoad(load, size.between);
      await losePrimary(site, losses[promotion % losses.length] ?? 'killed');
      if (promotion % 3 === 2) {
        await site.restartServer(promotion % 2, promotion % 2 ? 'SIGKILL' : 'SIGTERM');
      }
    }
    await underLoad(load, size.between);
    await load.stop();
    const { acknowledged } = await site.checkStore();
    await site.delivered(20 * 60_000);
    await site.checkStore();
    const { refused, broken } = load.counts;
    return { promotions: size.promotions, acknowledged, ...site.checkMails(), refused, broken };
  } finally {
    await load.stop();
    await site.close();
  }
}

async function losePrimary({ cluster }: FailoverSite, loss: Loss): Promise<void> {
  const old = cluster.primary();
  if (loss === 'killed after its standbys') {
    // Whatever the primary commits meanwhile, no standby has.
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
    10 * 60_000,
    'the form is still down ten minutes after a failover',
  );
}

/**
 * After a crash of the primary, a row may be readable although no standby has it, and a failover loses that
 * row. A repeat of its request must not be acknowledged before the failover, and must be saved after it.
 */
async function repeatWhatNoStandbyHas(parent?: typeof memory): Promise<void> {
  const site = await openFailoverSite(1, parent?.());
  const key = newKey();
  const postIt = () => site.ledger.post(key, fieldsOf(key), () => post(site.url() ?? '', key, fieldsOf(key)));
  try {
    const { cluster } = site;
    const old = cluster.primary();
    const standbys = cluster.standbys();
    await Promise.all(standbys.map((standby) => standby.kill()));
    const { status } = await postIt();
    must(status !== 200, `a commit that no standby has was answered with ${status}`);
    await old.kill();
    await old.start();
    await postIt();
    await old.kill();
    await Promise.all(standbys.map((standby) => standby.start()));
    await cluster.promote();
    await cluster.rejoin(old);
    await site.checkStore();
    await waitFor(async () => (await postIt()).status === 200, 60_000, 'the form is still down', 200);
    await site.checkStore();
  } finally {
    await site.close();
  }
}
