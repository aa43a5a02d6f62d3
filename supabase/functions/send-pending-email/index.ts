/**
 * Called every minute (supabase/schedule.sql). Responds at once, then sends email that is due and purges
 * expired requests. A lost call only costs a minute, because it carries no data.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { systemClock as clock } from '../../../server/clock.ts';
import { commonHeaders, withHeaders } from '../../../server/headers.ts';
import { health, watchHealth } from '../../../server/health.ts';
import { stackLocation } from '../../../server/log.ts';
import { purgeExpired } from '../../../server/retention.ts';
import { SettingsError } from '../../../server/settings.ts';
import { drainInBackground, inBackground, log, settings, store } from '../_shared/backend.ts';

const { cronSecret, retentionDays: days } = settings;
if (cronSecret === undefined) {
  throw new SettingsError('CRON_SECRET is not set: set it to the secret that supabase/schedule.sql reads.');
}

const stopping = new AbortController().signal;
const app = new Hono({ getPath: () => '/' });
app.use(withHeaders(commonHeaders(undefined)));
app.use(async (c, next) => {
  // Hashed because the comparison needs equal lengths.
  const [shown, expected] = [c.req.header('X-Cron-Secret') ?? '', cronSecret].map(hash);
  return timingSafeEqual(shown, expected) ? next() : c.body(null, 401);
});
app.post('/', (c) => {
  drainInBackground();
  inBackground(purge());
  return c.body(null, 202);
});
app.get('/', health(watchHealth(store, clock, stopping)));
app.all('/', (c) => c.body(null, 405, { Allow: 'GET, POST' }));

Deno.serve(app.fetch);

function hash(text: string) {
  return createHash('sha256').update(text).digest();
}

async function purge(): Promise<void> {
  try {
    await purgeExpired({ store, days, clock, log, stopping });
  } catch (error) {
    log('retention_failed', stackLocation(error));
  }
}
