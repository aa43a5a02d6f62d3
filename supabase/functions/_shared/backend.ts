import { systemClock as clock } from '../../../server/clock.ts';
import { logLines } from '../../../server/log.ts';
import { emailChannel } from '../../../server/mail/email-channel.ts';
import { drainsInTurn } from '../../../server/outbox/drain.ts';
import { readSettings, SettingsError } from '../../../server/settings.ts';
import { openPostgresStore } from '../../../server/store/postgres/postgres-store.ts';

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void };

/** What the site's functions share: settings, log, store and email, set up as in server/main.ts. */

const environment = Deno.env.toObject();
// Supabase sets SUPABASE_DB_URL to the project's own database.
export const settings = readSettings({ DATABASE_URL: environment.SUPABASE_DB_URL, ...environment });
if (settings.database === undefined) {
  throw new SettingsError(
    'Neither SUPABASE_DB_URL nor DATABASE_URL is set: requests have nowhere to be saved.',
  );
}

if (settings.smtpServer) {
  // SMTP ports are closed, and over implicit TLS nodemailer 10.6.0 hangs on a host name in Deno 2.1.4.
  throw new SettingsError('SMTP_URL does not work in a function on Supabase: set MAIL_API_KEY instead.');
}

export const log = logLines((line) => console.log(line.trimEnd()));
const channels = [emailChannel(settings, log)];
export const store = openPostgresStore({
  server: settings.database,
  routes: channels,
  requireSync: settings.requireSync,
  log,
});
const drain = drainsInTurn({ store, channels, clock, log, random: Math.random });

/** Sends email that is due after the response, for as long as the platform lets this function run. */
export function drainInBackground(): void {
  inBackground(drain());
}

/** Keeps the function running after its response. */
export function inBackground(work: Promise<unknown>): void {
  EdgeRuntime.waitUntil(work);
}
