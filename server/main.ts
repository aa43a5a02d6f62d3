/** Entry point: settings → site → store → outbox → app → server → signals. */

import { flushCompileCache } from 'node:module';
import { checkWords } from '../contract/check-words.ts';
import { sendAlerts } from './alerts/alerts.ts';
import { createHealthReader } from './alerts/health.ts';
import { sendHeartbeats } from './alerts/heartbeat.ts';
import { createApp } from './app.ts';
import { createChannels } from './channels.ts';
import { systemClock as clock } from './clock.ts';
import { createActionEffects } from './dispatch/action-effects.ts';
import { createRateLimiter } from './http/rate-limits/rate-limiter.ts';
import { createHttpServer, getServerUrl } from './http/server.ts';
import { shutDownOnSignal } from './http/shutdown.ts';
import { loadSite } from './http/static-site/load-site.ts';
import { createLiveSite } from './live-changes/live-site.ts';
import { createLog, describeError } from './log/log.ts';
import { createLogOutput } from './log/log-output.ts';
import { getMailFolder } from './mail/file-transport.ts';
import { readPaging } from './paging/recipients.ts';
import { startOutbox } from './queue/outbox.ts';
import { sweepOnSchedule } from './requests/retention.ts';
import { readServerEnvironment } from './settings/environment.ts';
import { readSettings } from './settings/settings.ts';
import { prepareDataFolder } from './store/sqlite/database.ts';
import { openStore } from './store/store.ts';

// Only this account may read visitor data.
process.umask(0o077);

const output = createLogOutput();
const log = createLog(output.write);
let isStarting = true;
process.on('uncaughtException', async (error) => {
  if (isStarting) {
    // The person at the terminal gets only the error's message, without a stack trace.
    process.stderr.write(`${error.message}\n`);
  } else {
    log('crash', describeError(error));
    await output.flush(500);
  }
  process.exit(1);
});

checkWords();
const settings = readSettings(readServerEnvironment());
prepareDataFolder(settings.dataDir);
const site = loadSite('build/site', settings.siteUrl);

const stopping = new AbortController();
const paging = readPaging(settings);
const { transport, email, channels } = createChannels(settings, paging, log);
const store = await openStore(settings, channels, log);
isStarting = false;
const outbox = startOutbox({ store, channels, clock, log, random: Math.random });
sweepOnSchedule({
  store,
  copyFolders: { data: settings.dataDir, mail: getMailFolder(settings.dataDir) },
  retentionDays: settings.retentionDays,
  clock,
  log,
  stopping: stopping.signal,
});
if (!settings.limits) {
  log('limits_off');
}
if (paging.recipients.length > 0) {
  sendAlerts({
    store,
    outbox,
    sendsEmail: email.canDeliver,
    recipients: paging.recipients,
    clock,
    log,
    stopping: stopping.signal,
  });
}
const readHealth = createHealthReader(store, clock, stopping.signal);
if (settings.heartbeat) {
  sendHeartbeats(settings.heartbeat, { readHealth, clock, log }, stopping.signal);
}
const effects = createActionEffects({
  settings,
  recipients: paging.recipients,
  transport,
  store,
  wakeOutbox: () => outbox.wake(),
  hasDataFolder: true,
  clock,
  log,
  stopping: stopping.signal,
});
effects.resumeDriverAlarms();
const app = createApp({
  settings,
  liveSite: createLiveSite({ site, store, clock, log, stopping: stopping.signal }),
  postLimiter: settings.limits ? createRateLimiter(clock) : undefined,
  store,
  readHealth,
  wakeOutbox: () => outbox.wake(),
  recipientNames: paging.recipients.map(({ name }) => name),
  effects,
  sendsEmail: email.canDeliver,
  clock,
  log,
  stopping: stopping.signal,
});
const server = createHttpServer({ fetch: app.fetch, siteUrl: settings.siteUrl, log });

server.once('error', ({ message, code }: NodeJS.ErrnoException) => {
  process.stderr.write(
    code === 'EADDRINUSE'
      ? `Another program uses port ${settings.port}. Set another PORT, like: PORT=${settings.port + 1} npm start\n`
      : `The server cannot listen: ${message}. Set another PORT, like PORT=8081, or another HOST.\n`,
  );
  process.exit(1);
});
server.listen(settings.port, settings.host, () => {
  log('listening', { url: getServerUrl(server) });
  // Node writes this cache only at a clean exit, but a server may be killed.
  flushCompileCache();
  if (readServerEnvironment().npm_lifecycle_event === 'serve') {
    void printNextStep(getServerUrl(server));
  }
});

shutDownOnSignal({ server, outbox, store, stopping, log, output });

/**
 * Prints below the log which URL to open, and how to stop the server. Also prints where
 * requests arrive, unless they are emailed.
 */
async function printNextStep(url: string): Promise<void> {
  await output.flush(500);
  const isMailed = settings.smtpServer || settings.mailApi;
  const mailFolderNote = ` · requests arrive in ${getMailFolder(settings.dataDir)}`;
  process.stderr.write(`\nOpen ${url}${isMailed ? '' : mailFolderNote} · stop with Ctrl+C\n`);
}
