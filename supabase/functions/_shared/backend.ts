/** What the site's functions share: settings, log, store, email and pages, set up as in server/main.ts. */
import { type Context, Hono } from 'hono';
import { systemClock as clock } from '../../../server/clock.ts';
import { ownerHooks } from '../../../server/dispatch/owner-hooks.ts';
import { commonHeaders, withHeaders } from '../../../server/http/headers.ts';
import { clientIp } from '../../../server/http/rate-limits/client-ip.ts';
import { logLines, stackLocation } from '../../../server/log/log.ts';
import { chooseTransport, emailChannel } from '../../../server/mail/email-channel.ts';
import { newsEmails } from '../../../server/mail/owner-news.ts';
import { cancelChannels } from '../../../server/paging/cancel-channels.ts';
import { phoneChannels } from '../../../server/paging/phone-channels.ts';
import { readPaging } from '../../../server/paging/recipients.ts';
import { createSerialDrain } from '../../../server/queue/outbox.ts';
import { readSettings, SettingsError } from '../../../server/settings/settings.ts';
import { openPostgresStore } from '../../../server/store/postgres/postgres-store.ts';

export { clock };

/** The platform ends a function without a signal. */
export const never = new AbortController().signal;

/** What these functions use of Supabase's runtime. */
declare global {
  const EdgeRuntime: { waitUntil(work: Promise<unknown>): void };
  const Deno: {
    env: { toObject(): Record<string, string> };
    serve(handler: (request: Request) => Response | Promise<Response>): unknown;
  };
}

const environment = Deno.env.toObject();
// Supabase sets SUPABASE_DB_URL to the project's own database.
export const settings = readSettings({ DATABASE_URL: environment.SUPABASE_DB_URL, ...environment });
if (settings.database === undefined) {
  throw new SettingsError('DATABASE_URL and SUPABASE_DB_URL are not set: requests have nowhere to be saved.');
} else if (settings.smtpServer) {
  // SMTP ports are closed, and over implicit TLS nodemailer 10.6.0 hangs on a host name in Deno 2.1.4.
  throw new SettingsError('SMTP_URL does not work in a function on Supabase: set MAIL_API_KEY instead.');
}

export const log = logLines((line) => console.log(line.trimEnd()));
// The functions are elsewhere than the pages of SITE_URL.
const paging = readPaging(settings);
paging.origin = environment.SUPABASE_URL ?? paging.origin;
/** Names of those who are rung. */
export const recipients = paging.recipients.map(({ name }) => name);
const transport = chooseTransport(settings, log);
const email = emailChannel(settings, log, transport);
const news = newsEmails({ from: settings.mailFrom, to: settings.mailTo }, transport);
const channels = [email, news, ...phoneChannels(paging, log), ...cancelChannels(paging, log)];
export const sendsEmail = email.delivers;
export const store = openPostgresStore({
  server: settings.database,
  routes: channels,
  requireSync: settings.requireSync,
  log,
});
const drain = createSerialDrain({ store, channels, clock, log, random: Math.random });

/** Sends email and pages that are due after the response, for as long as the platform lets this function run. */
export function drainInBackground(): void {
  inBackground(drain());
}

/** What happens when a driver or a paired phone acts. */
export const hooks = ownerHooks({
  settings,
  recipients: paging.recipients,
  transport,
  store,
  wake: drainInBackground,
  hasFolder: false,
  clock,
  log,
  stopping: never,
});

/** The gateway strips its part of the path; whatever is left belongs to the function. */
export function functionApp(path: string): Hono {
  const app = new Hono({ getPath: () => path });
  app.use(withHeaders(commonHeaders(undefined)));
  app.onError((error, c) => {
    log('error', stackLocation(error));
    return c.body(null, 500);
  });
  return app;
}

/** Keeps the function running after its response. */
export function inBackground(work: Promise<unknown>): void {
  EdgeRuntime.waitUntil(work);
}

/** There is no socket to ask. Cloudflare, which is in front of every project, reports its client. */
export function visitorIp(c: Context): string {
  const forwardedFor = c.req.header('X-Forwarded-For') ?? '';
  const [first = ''] = forwardedFor.split(',', 1);
  return clientIp(c.req.header('CF-Connecting-IP') ?? first.trim(), forwardedFor, settings.trustedProxyHops);
}
