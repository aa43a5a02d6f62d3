import type { Log } from '../log/log.ts';
import type { WindowBudget } from '../queue/budget.ts';
import { emailBudgetWindow, emailChannelName } from '../requests/channel-data.ts';
import type { RequestChannel } from '../requests/request-channel.ts';
import type { Settings } from '../settings/settings.ts';
import { createFileTransport, getMailFolder } from './file-transport.ts';
import { createMailApiTransport } from './mail-api.ts';
import { composeRequestEmail } from './request-email.ts';
import { createSmtpTransport } from './smtp.ts';
import type { Transport } from './transport.ts';

type MailSettings = Pick<
  Settings,
  'mailFrom' | 'mailTo' | 'mailApi' | 'smtpServer' | 'siteUrl' | 'dataDir' | 'limits'
>;

/** How many requests may be emailed in a window, so that a flood doesn't fill the mailbox. */
export const emailBudget: WindowBudget = {
  maxRequests: 30,
  windowLength: emailBudgetWindow,
  reservedSlots: 3,
};

/** How many emails one server's channel sends at a time, so that a slow session doesn't block the others. */
export const emailConcurrency = 4;

/** Creates the channel that sends an email to each address in MAIL_TO. */
export function createEmailChannel(
  settings: MailSettings,
  log: Log,
  transport: Transport = chooseTransport(settings, log),
): RequestChannel {
  const { mailFrom: from, mailTo: to, siteUrl, limits } = settings;
  const { canDeliver, deduplicatesFor = 0 } = transport;
  return {
    name: emailChannelName,
    recipients: to,
    canDeliver,
    concurrency: emailConcurrency,
    // Files can't flood a mailbox.
    ...(limits && canDeliver ? { budget: emailBudget } : {}),
    send: async ({ deliveries: [delivery] }, signal) => {
      const { receivedAt, claimedAt, recipient } = delivery;
      // For a day, the mail API drops a repeat if its text is unchanged. So the text mentions neither a delay nor a
      // repeat during this time.
      const isRecent = claimedAt.getTime() - receivedAt.getTime() < deduplicatesFor;
      // If the owner sends an accepted email again, the mail API must not drop it. Schema version 7 didn't count
      // accepted emails, so check `lastResult`, too.
      const wasAccepted = delivery.acceptedCount > 0 || delivery.lastResult?.startsWith('accepted');
      const isDeduplicated = isRecent && !wasAccepted;
      const possibleDuplicate = delivery.possibleDuplicate && !isDeduplicated;
      const now = isDeduplicated ? receivedAt : claimedAt;
      const email = composeRequestEmail({ ...delivery, possibleDuplicate }, { from, to, siteUrl }, now);
      return transport.send({ ...email, acceptedCount: delivery.acceptedCount }, recipient, signal);
    },
    log: ({ reference }, attempt) => log('mail', { reference, channel: emailChannelName, ...attempt }),
  };
}

/** Chooses the configured mail API or mail server, or else files, and logs the choice. */
export function chooseTransport(
  { mailApi, smtpServer, siteUrl, dataDir }: MailSettings,
  log: Log,
): Transport {
  if (mailApi) {
    log('mail_to_api', { host: new URL(mailApi.url).host });
    return createMailApiTransport(mailApi);
  } else if (smtpServer) {
    log('mail_to_smtp', { host: smtpServer.host, port: smtpServer.port });
    return createSmtpTransport(smtpServer, siteUrl);
  }
  log('mail_to_files', { folder: getMailFolder(dataDir) });
  return createFileTransport(getMailFolder(dataDir));
}
