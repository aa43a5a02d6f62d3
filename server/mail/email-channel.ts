import type { Log } from '../log.ts';
import type { Channel } from '../outbox/channel.ts';
import { emailBudget } from '../outbox/options.ts';
import type { Settings } from '../settings.ts';
import { emailChannel as name } from '../store/routes.ts';
import { fileTransport, mailFolder } from './files.ts';
import { mailApiTransport } from './mail-api.ts';
import { composeMessage } from './message.ts';
import { smtpTransport } from './smtp.ts';
import type { Transport } from './transport.ts';

/** One email to each address in MAIL_TO. */
export function emailChannel(settings: Settings, log: Log): Channel {
  return channelOver(chooseTransport(settings, log), settings);
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
 * If the transport deduplicates, repeats must be identical: as long as it remembers them, a request's email
 * mentions no delay or possible duplicate.
 */
export function channelOver(
  transport: Transport,
  { mailFrom: from, mailTo: to, limits }: Pick<Settings, 'mailFrom' | 'mailTo' | 'limits'>,
): Channel {
  const { delivers, deduplicatesFor = 0 } = transport;
  return {
    name,
    recipients: to,
    delivers,
    // Files cannot flood a mailbox.
    ...(limits && delivers ? { budget: emailBudget } : {}),
    send: async (delivery, signal) => {
      const { receivedAt, claimedAt } = delivery;
      const isRemembered = claimedAt.getTime() - receivedAt.getTime() < deduplicatesFor;
      const email = isRemembered
        ? await composeMessage({ ...delivery, possibleDuplicate: false }, { from, to }, receivedAt)
        : await composeMessage(delivery, { from, to }, claimedAt);
      return transport.send(email, delivery.recipient, signal);
    },
  };
}
