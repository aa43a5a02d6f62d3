/** The function of the page "Your request" on Supabase. */
import { requestStatusPath } from '../../../contract/function-paths.ts';
import { systemClock as clock } from '../../../server/clock.ts';
import { createRequestStatusRoute } from '../../../server/request-status/route.ts';
import { createFunctionApp, hooks, log, readVisitorIp, settings, store } from '../_shared/backend.ts';

const { allowedOrigins, siteUrl = '' } = settings;
const app = createFunctionApp(requestStatusPath);
app.route(
  '/',
  createRequestStatusRoute({
    ...hooks,
    store,
    allowedOrigins: [...allowedOrigins, siteUrl],
    readClientIp: readVisitorIp,
    clock,
    log,
  }),
);

Deno.serve(app.fetch);
