import { noAddressLimits } from '../../server/address-limits/address-limits.ts';
import { createApp } from '../../server/app.ts';
import { systemClock } from '../../server/clock.ts';
import type { Facts } from '../../server/log.ts';
import { loadSite } from '../../server/static-site/load-site.ts';
import type { PostedRequest, RequestStore } from '../../server/store/request-store.ts';
import { tinySite } from '../support/tiny-site.ts';

/** The application without a network or a disk, for inputs by the ten thousand. What it keeps can be looked at. */
export function appInProcess() {
  const kept: PostedRequest[] = [];
  const logged: { event: string; facts: Facts }[] = [];
  const nothing = () => Promise.reject(new Error('not in this test'));
  const store: RequestStore = {
    keep: async (posted) => {
      kept.push(posted);
      return { outcome: 'kept', reference: 'ABC234' };
    },
    claim: nothing,
    claimCollective: nothing,
    settle: nothing,
    settleAll: nothing,
    check: async () => ({ oldestUnsent: undefined, parked: 0 }),
    findExpired: nothing,
    purge: nothing,
    close: async () => undefined,
  };
  const app = createApp({
    settings: { allowedOrigins: ['https://shop.example'], siteUrl: undefined, trustedProxyHops: 1 },
    site: loadSite(`${tinySite()}/build/site`),
    limits: noAddressLimits,
    store,
    outbox: { wake: () => undefined },
    clock: systemClock,
    log: (event, facts = {}) => logged.push({ event, facts }),
    stopping: new AbortController().signal,
  });

  return {
    app,
    /** What the last post left behind, and nothing of those before it. */
    takeTraces: () => ({ kept: kept.splice(0), logged: logged.splice(0) }),
  };
}
