/** The function of the owner's page "Dispatch" on Supabase. */
import { dispatchPath } from '../../../contract/function-paths.ts';
import { createDispatchRoutes } from '../../../server/dispatch/route.ts';
import { divideRetention } from '../../../server/requests/retention.ts';
import {
  allowedOrigins,
  clock,
  createFunctionApp,
  effects,
  log,
  readVisitorIp,
  recipientNames,
  sendsEmail,
  settings,
  store,
} from '../_shared/backend.ts';

const app = createFunctionApp(dispatchPath);
app.route(
  '/',
  createDispatchRoutes({
    ...effects,
    store,
    allowedOrigins,
    readClientIp: readVisitorIp,
    recipientNames,
    sendsEmail,
    storedDays: divideRetention(settings.retentionDays).store,
    // The pages are on another host and ask for changes themselves.
    onOwnerChange: async () => undefined,
    clock,
    log,
  }),
);

Deno.serve(app.fetch);
