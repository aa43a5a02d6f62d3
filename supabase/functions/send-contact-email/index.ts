/**
 * The contact form's function on Supabase, which uses the server's route and store. The email goes out after the
 * response. If that fails, send-pending-email sends the email later.
 */
import { contactPath } from '../../../contract/contact-fields.ts';
import { systemClock as clock } from '../../../server/clock.ts';
import { createContactRoutes } from '../../../server/contact-form/route.ts';
import { createRateLimiter } from '../../../server/http/rate-limits/rate-limiter.ts';
import {
  allowedOrigins,
  createFunctionApp,
  log,
  readVisitorIp,
  settings,
  siteOrigin,
  startDraining,
  store,
} from '../_shared/backend.ts';

const app = createFunctionApp(contactPath);
app.route(
  '/',
  createContactRoutes({
    store,
    wakeOutbox: startDraining,
    allowedOrigins,
    readClientIp: readVisitorIp,
    postLimiter: settings.limits ? createRateLimiter(clock) : undefined,
    clock,
    log,
    siteOrigin,
  }),
);

Deno.serve(app.fetch);
