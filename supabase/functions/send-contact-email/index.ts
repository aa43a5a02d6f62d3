/**
 * The contact form's function, as Supabase runs it, with the route, contract, words and store of server/. The
 * email goes out after the response; send-pending-email sends whatever is left.
 */
import { Hono } from 'hono';
import { contactPath } from '../../../contract/contact-fields.ts';
import { systemClock as clock } from '../../../server/clock.ts';
import { contactRequests } from '../../../server/contact-requests/route.ts';
import { commonHeaders, withHeaders } from '../../../server/headers.ts';
import { stackLocation } from '../../../server/log.ts';
import { postLimits } from '../../../server/rate-limits/rate-limiter.ts';
import { SettingsError } from '../../../server/settings.ts';
import { drainInBackground, log, settings, store, visitorIp } from '../_shared/backend.ts';

const { allowedOrigins, siteUrl } = settings;
if (siteUrl === undefined) {
  throw new SettingsError('SITE_URL is not set: set it to where the pages are, like https://www.example.com');
}
// The gateway strips its part of the path; whatever is left belongs to this function.
const app = new Hono({ getPath: () => contactPath });
app.use(withHeaders(commonHeaders(undefined)));
app.route(
  '/',
  contactRequests({
    store,
    onSaved: drainInBackground,
    allowedOrigins: [...allowedOrigins, siteUrl],
    clientIp: visitorIp,
    postLimits: settings.limits ? postLimits(clock) : undefined,
    clock,
    log,
    pages: siteUrl,
  }),
);
app.onError((error, c) => {
  log('error', stackLocation(error));
  return c.body(null, 500);
});

Deno.serve(app.fetch);
