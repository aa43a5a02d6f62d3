/** Settings → site → store → outbox → app → server → signals: all that runs, from start to end. */
import { business } from '../content/business.ts';
import { addressLimits, noAddressLimits } from './address-limits/address-limits.ts';
import { createApp } from './app.ts';
import { systemClock as clock } from './clock.ts';
import { endOnSignal } from './end-on-signal.ts';
import { createHttpServer, urlOf, whyNotListening } from './http-server.ts';
import { logLines, placeOf } from './log.ts';
import { chooseTransport, mailFolder } from './mail/choose-transport.ts';
import { composeCollective } from './mail/collective-message.ts';
import { removeMailFiles } from './mail/file-transport.ts';
import { composeMail } from './mail/message.ts';
import { startOutbox } from './outbox/outbox.ts';
import { keepToRetention } from './retention.ts';
import { readSettings } from './settings.ts';
import { loadSite } from './static-site/load-site.ts';
import { openSqliteStore } from './store/sqlite-store.ts';

// What visitors write is for this account's eyes only.
process.umask(0o077);

const log = logLines((line) => process.stdout.write(line));
process.on('uncaughtException', (error) => {
  log('crash', placeOf(error));
  process.exit(1);
});

const settings = orSayWhy(() => readSettings(process.env));
const site = orSayWhy(() => loadSite('build/site'));

const stopping = new AbortController();
const store = openSqliteStore(settings.dataDir, log);
const addresses = { from: settings.mailFrom, to: settings.mailTo };
const outbox = startOutbox({
  store,
  transport: chooseTransport(settings, log),
  compose: (owed) => composeMail(owed, addresses),
  ...(settings.limits ? { composeCollective: (owed) => composeCollective(owed, addresses) } : {}),
  clock,
  log,
  random: Math.random,
});
keepToRetention({
  store,
  removeCopies: (references) => removeMailFiles(mailFolder(settings.dataDir), references),
  days: settings.retentionDays,
  clock,
  log,
  stopping: stopping.signal,
});
if (!settings.limits) {
  log('LIMITS is off: anyone may flood this server and its owner with mail. Only tests are run like this');
}
if (settings.retentionDays > business.retentionDays) {
  log('RETENTION_DAYS is longer than the form says: set retentionDays in content/business.ts too');
}
const limits = settings.limits ? addressLimits(clock) : noAddressLimits;
const app = createApp({ settings, site, limits, store, outbox, clock, log, stopping: stopping.signal });
const server = createHttpServer({ fetch: app.fetch, siteUrl: settings.siteUrl, log });

server.once('error', (error) => endWithReason(whyNotListening(error, settings)));
server.listen(settings.port, settings.host, () => log('listening', { url: urlOf(server) }));

endOnSignal({ server, outbox, store, stopping, log });

function orSayWhy<Result>(attempt: () => Result): Result {
  try {
    return attempt();
  } catch (error) {
    return endWithReason(error);
  }
}

/** A start that cannot succeed ends with a sentence for the person at the terminal, not with a stack. */
function endWithReason(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
