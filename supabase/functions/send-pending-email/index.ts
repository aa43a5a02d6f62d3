/**
 * Responds immediately, then sends due emails, alarms, and stop orders, and purges expired requests. To a GET, responds
 * with the store's health. supabase/schedule.sql calls this function every minute. A lost call only causes a delay of a
 * minute, because it carries no data.
 */

import { createHealthHandler, createHealthReader } from '../../../server/alerts/health.ts';
import { systemClock as clock } from '../../../server/clock.ts';
import { describeError } from '../../../server/log/log.ts';
import { checkClockAndSweep } from '../../../server/requests/retention.ts';
import { isSameSecret } from '../../../server/requests/same-secret.ts';
import { SettingsError } from '../../../server/settings/settings.ts';
import {
  createFunctionApp,
  log,
  neverAborts,
  runInBackground,
  settings,
  startDraining,
  store,
} from '../_shared/backend.ts';

const { cronSecret, retentionDays } = settings;
if (cronSecret === undefined) {
  throw new SettingsError('CRON_SECRET is not set. Set it to the secret that supabase/schedule.sql reads.');
}

const app = createFunctionApp('/');
app.use(async (c, next) => {
  const shown = c.req.header('X-Cron-Secret') ?? '';
  return isSameSecret(shown, cronSecret) ? next() : c.body(null, 401);
});
app.post('/', (c) => {
  startDraining();
  const swept = checkClockAndSweep({ store, retentionDays, log });
  runInBackground(swept.catch((error) => log('retention_failed', describeError(error))));
  return c.body(null, 202);
});
app.get('/', createHealthHandler(createHealthReader(store, clock, neverAborts)));
app.all('/', (c) => c.body(null, 405, { Allow: 'GET, POST' }));

Deno.serve(app.fetch);
