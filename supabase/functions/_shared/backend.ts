/** The settings, log, store, email, and alarms that all functions share, set up as in server/main.ts. */

import { type Context, Hono } from 'hono';
import { createChannels } from '../../../server/channels.ts';
import { systemClock as clock } from '../../../server/clock.ts';
import { createActionEffects } from '../../../server/dispatch/action-effects.ts';
import { createCommonHeaders, withHeaders } from '../../../server/http/headers.ts';
import { getClientIp } from '../../../server/http/rate-limits/client-ip.ts';
import { createLog, describeError } from '../../../server/log/log.ts';
import { readPaging } from '../../../server/paging/recipients.ts';
import { createSerialDrain } from '../../../server/queue/outbox.ts';
import { readSettings, SettingsError } from '../../../server/settings/settings.ts';
import { openPostgresStore } from '../../../server/store/postgres/postgres-store.ts';

export { clock };

/** A signal that never aborts, because the platform ends a function without one. */
export const neverAborts = new AbortController().signal;

/** The parts of Supabase's runtime that these functions use. */
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
  throw new SettingsError('DATABASE_URL and SUPABASE_DB_URL are not set. Set one to save requests.');
} else if (settings.smtpServer) {
  // Supabase blocks ports 25 and 587. With implicit TLS and a host name, nodemailer 10.6.0 hangs in Deno 2.1.4.
  throw new SettingsError('SMTP_URL does not work in a function on Supabase. Set MAIL_API_KEY instead.');
}

const { siteUrl } = settings;
if (siteUrl === undefined) {
  throw new SettingsError(
    'SITE_URL is not set. Set it to the URL of the pages, like https://www.example.com',
  );
}
/** The origin of the pages. */
export const siteOrigin = siteUrl;
/** The origins whose pages may call the functions. */
export const allowedOrigins = [...settings.allowedOrigins, siteUrl];

export const log = createLog((line) => console.log(line.trimEnd()));
// The functions are on another origin than the pages at SITE_URL.
const paging = readPaging(settings);
paging.origin = environment.SUPABASE_URL ?? paging.origin;
/** The names of the recipients in PAGE_URL, without credentials. */
export const recipientNames = paging.recipients.map(({ name }) => name);
const { transport, email, channels } = createChannels(settings, paging, log);
export const sendsEmail = email.canDeliver;
export const store = openPostgresStore({
  server: settings.database,
  channels,
  requireSync: settings.requireSync,
  log,
});
const drain = createSerialDrain({ store, channels, clock, log, random: Math.random });

/** Sends due emails and alarms after the response, for up to about 95 s. */
export function startDraining(): void {
  runInBackground(drain());
}

/** The work of Dispatch and the driver's page outside the store. */
export const effects = createActionEffects({
  settings,
  recipients: paging.recipients,
  transport,
  store,
  wakeOutbox: startDraining,
  waitUntil: runInBackground,
  hasDataFolder: false,
  clock,
  log,
  stopping: neverAborts,
});

/** Creates a function's app. The gateway removes the start of the path, and the rest belongs to the function. */
export function createFunctionApp(path: string): Hono {
  const app = new Hono({ getPath: () => path });
  app.use(withHeaders(createCommonHeaders(undefined)));
  app.onError((error, c) => {
    log('error', describeError(error));
    return c.body(null, 500);
  });
  return app;
}

/** Keeps the function running after its response. */
export function runInBackground(work: Promise<unknown>): void {
  EdgeRuntime.waitUntil(work);
}

/**
 * Returns the visitor's IP. There is no socket, but as far as we know, Cloudflare is in front of every project and
 * reports its client.
 */
export function readVisitorIp(c: Context): string {
  const forwardedFor = c.req.header('X-Forwarded-For') ?? '';
  const [first = ''] = forwardedFor.split(',', 1);
  return getClientIp(
    c.req.header('CF-Connecting-IP') ?? first.trim(),
    forwardedFor,
    settings.trustedProxyHops,
  );
}
