import type { Campaign, Figures } from '../campaign.ts';
import { control, type FailoverFigures, repeatFailovers } from '../failover-storm.ts';
import { checkFalseSaves } from '../failover-traps.ts';

const short = {
  promotions: 2,
  acknowledgements: 100,
  between: 40,
  clients: 4,
  pause: 100,
  servers: false,
  parent: '/dev/shm',
};
const round = {
  promotions: 20,
  acknowledgements: 10_000,
  between: 250,
  clients: 64,
  pause: 0,
  servers: true,
};
const wanted = { promotions: 200, acknowledged: 100_000 };

/** Three nodes, a quorum of one standby, and repeated loss of the primary. */
export const failover: Campaign = {
  shows: 'a PostgreSQL failover loses and alters nothing acknowledged, and every request is emailed',
  minutes: 40,
  alone: true,
  async run(length) {
    await checkFalseSaves();
    if (length === 'short') {
      return { ...(await repeatFailovers(short)) };
    }
    const lost = await control();
    return { ...(await rounds()), 'asynchronous replication': lost };
  },
};

/** Each round has its own cluster and is checked separately. */
async function rounds(): Promise<Figures> {
  const total: FailoverFigures = {
    acknowledged: 0,
    promotions: 0,
    mails: 0,
    repeats: 0,
    refused: 0,
    broken: 0,
  };
  while (total.promotions < wanted.promotions || total.acknowledged < wanted.acknowledged) {
    const figures = await repeatFailovers(round);
    for (const name of Object.keys(total) as (keyof FailoverFigures)[]) {
      total[name] += figures[name];
    }
  }
  return { ...total };
}
