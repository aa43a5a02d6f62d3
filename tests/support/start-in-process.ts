import { once } from 'node:events';
import { join } from 'node:path';
import { createApp } from '../../server/app.ts';
import { systemClock as clock } from '../../server/clock.ts';
import { createHttpServer, urlOf } from '../../server/http-server.ts';
import { logLines } from '../../server/log.ts';
import { outboxParts } from '../../server/mail/outbox-parts.ts';
import { startOutbox } from '../../server/outbox/outbox.ts';
import { postLimits } from '../../server/rate-limits/rate-limiter.ts';
import { readSettings } from '../../server/settings.ts';
import { loadSite } from '../../server/static-site/load-site.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { inProcessStore } from './in-process-store.ts';
import { memoryFolder } from './memory-folder.ts';
import { postingTo, startLog } from './start-server.ts';
import { tinySite } from './tiny-site.ts';

/** The server of server/main.ts in the test's own process, where StrykerJS can change it: see lab/mutation. */
export async function startInProcess(env: Record<string, string>) {
  const settings = readSettings({ PORT: '0', DATA_DIR: memoryFolder('data'), LIMITS: 'off', ...env });
  const { add, ...lines } = startLog();
  const log = logLines(add);
  const database = openDatabase(settings.dataDir);
  const store = inProcessStore(() => database, { clock, began: Date.now() - clock.elapsed() });
  const outbox = startOutbox({ ...outboxParts(settings, store, log), isServer: true });
  const app = createApp({
    settings,
    site: loadSite(join(tinySite(), 'build/site')),
    postLimits: settings.limits ? postLimits(clock) : undefined,
    store,
    outbox,
    clock,
    log,
    stopping: new AbortController().signal,
  });
  const server = createHttpServer({ fetch: app.fetch, siteUrl: settings.siteUrl, log });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    ...lines,
    url: urlOf(server),
    post: postingTo(urlOf(server)),
    stop: async () => {
      await outbox.stop(0);
      server.closeAllConnections();
      server.close();
      await store.close();
    },
  };
}
