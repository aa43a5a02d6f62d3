/** The function of the driver's page on Supabase. */
import { requestStatusPath } from '../../../contract/function-paths.ts';
import { createRequestStatusRoute } from '../../../server/request-status/route.ts';
import { allowedOrigins, createFunctionApp, effects, log, readVisitorIp, store } from '../_shared/backend.ts';

const app = createFunctionApp(requestStatusPath);
app.route(
  '/',
  createRequestStatusRoute({
    ...effects,
    store,
    allowedOrigins,
    readClientIp: readVisitorIp,
    log,
  }),
);

Deno.serve(app.fetch);
