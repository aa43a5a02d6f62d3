/** The function of the driver's page on Supabase. */
import { requestStatusPath } from '../../../contract/function-paths.ts';
import { createRequestStatusRoutes } from '../../../server/request-status/route.ts';
import { allowedOrigins, createFunctionApp, effects, log, readVisitorIp, store } from '../_shared/backend.ts';

const app = createFunctionApp(requestStatusPath);
app.route(
  '/',
  createRequestStatusRoutes({
    ...effects,
    store,
    allowedOrigins,
    readClientIp: readVisitorIp,
    log,
  }),
);

Deno.serve(app.fetch);
