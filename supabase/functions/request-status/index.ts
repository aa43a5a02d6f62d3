/** The function of the driver's page on Supabase. */
import { requestStatusPath } from '../../../contract/function-paths.ts';
import { createRequestStatusRoute } from '../../../server/request-status/route.ts';
import { createFunctionApp, effects, log, readVisitorIp, settings, store } from '../_shared/backend.ts';

const { allowedOrigins, siteUrl = '' } = settings;
const app = createFunctionApp(requestStatusPath);
app.route(
  '/',
  createRequestStatusRoute({
    ...effects,
    store,
    allowedOrigins: [...allowedOrigins, siteUrl],
    readClientIp: readVisitorIp,
    log,
  }),
);

Deno.serve(app.fetch);
