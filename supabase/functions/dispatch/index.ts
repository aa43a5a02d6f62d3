/** What the owner's page "Dispatch" asks, as Supabase runs it. */
import { dispatchPath } from '../../../contract/function-paths.ts';
import { dispatch } from '../../../server/dispatch/route.ts';
import { divideRetention } from '../../../server/requests/retention.ts';
import {
  clock,
  functionApp,
  hooks,
  log,
  recipients,
  sendsEmail,
  settings,
  store,
  visitorIp,
} from '../_shared/backend.ts';

const { allowedOrigins, siteUrl = '', retentionDays } = settings;
const app = functionApp(dispatchPath);
app.route(
  '/',
  dispatch({
    ...hooks,
    store,
    allowedOrigins: [...allowedOrigins, siteUrl],
    clientIp: visitorIp,
    recipients,
    sendsEmail,
    storedDays: divideRetention(retentionDays).store,
    // Pages are elsewhere: they ask for changes.
    onSiteChanged: async () => undefined,
    clock,
    log,
  }),
);

Deno.serve(app.fetch);
