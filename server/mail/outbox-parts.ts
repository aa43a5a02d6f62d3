import { systemClock as clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { OutboxParts } from '../outbox/outbox.ts';
import type { Settings } from '../settings.ts';
import type { RequestStore } from '../store/request-store.ts';
import { fileTransport, mailFolder } from './files.ts';
import { mailApiTransport } from './mail-api.ts';
import { composeMessage, type MailAddresses } from './message.ts';
import { composeOverview } from './overview.ts';
import { smtpTransport } from './smtp.ts';
import type { Transport } from './transport.ts';

/** What the outbox works with, in a server and in a function. */
export function outboxParts(settings: Settings, store: RequestStore, log: Log): OutboxParts {
  const transport = chooseTransport(settings, log);
  const addresses = { from: settings.mailFrom, to: settings.mailTo };
  const { compose, composeOverview } = composersFor(transport, addresses);
  const flood = settings.limits ? { composeOverview } : {};
  return { store, transport, compose, ...flood, clock, log, random: Math.random };
}

/** Uses the configured mail API or mail server, otherwise files; the log warns that nobody receives those. */
export function chooseTransport({ mailApi, smtpServer, siteUrl, dataDir }: Settings, log: Log): Transport {
  if (mailApi) {
    log('mail_to_api', { host: new URL(mailApi.url).host });
    return mailApiTransport(mailApi);
  } else if (smtpServer) {
    log('mail_to_smtp', { host: smtpServer.host, port: smtpServer.port });
    return smtpTransport(smtpServer, siteUrl);
  } else {
    const folder = mailFolder(dataDir);
    log('mail_to_files', { folder });
    return fileTransport(folder);
  }
}

/**
 * The composers for a transport. If the transport deduplicates, repeats must be identical: as long as it
 * remembers them, a request's email mentions no delay or possible duplicate.
 */
export function composersFor(
  { deduplicatesFor = 0 }: Transport,
  addresses: MailAddresses,
): Required<Pick<OutboxParts, 'compose' | 'composeOverview'>> {
  return {
    compose: (request) => {
      const { receivedAt, asOf } = request;
      return asOf.getTime() - receivedAt.getTime() < deduplicatesFor
        ? composeMessage({ ...request, possibleDuplicate: false }, addresses, receivedAt)
        : composeMessage(request, addresses, asOf);
    },
    composeOverview: (overview) => composeOverview(overview, addresses),
  };
}
