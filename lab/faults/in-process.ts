import { createApp } from '../../server/app.ts';
import { systemClock } from '../../server/clock.ts';
import type { LogAttributes } from '../../server/log.ts';
import { loadSite } from '../../server/static-site/load-site.ts';
import type { PostedRequest, RequestStore } from '../../server/store/request-store.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';

/** The app without network or disk, for tens of thousands of inputs. What it saves can be inspected. */
export function appInProcess() {
  const saved: PostedRequest[] = [];
  const logged: { event: string; facts: LogAttributes }[] = [];
  const calls: Partial<RequestStore> = {
    save: async (posted) => {
      saved.push(posted);
      return { outcome: 'saved', reference: 'ABC234' };
    },
    check: async () => ({ oldestUnsent: undefined, deadLettered: 0 }),
    oldestUnsent: async () => ({ refused: [], isHolding: false }),
  };
  const app = createApp({
    settings: { allowedOrigins: ['https://shop.example'], siteUrl: undefined, trustedProxyHops: 1 },
    site: loadSite(`${tinySite()}/build/site`),
    postLimits: undefined,
    // Any other call is a TypeError, which is answered 500 and fails the campaign.
    store: calls as RequestStore,
    outbox: { wake: () => undefined },
    clock: systemClock,
    log: (event, facts = {}) => logged.push({ event, facts }),
    stopping: new AbortController().signal,
  });

  return {
    app,
    /** What the last post saved, without earlier ones. */
    takeTraces: () => ({ saved: saved.splice(0), logged: logged.splice(0) }),
  };
}
