import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { fileTransport } from './files.ts';
import { mailApiTransport } from './mail-api.ts';
import { smtpTransport } from './smtp.ts';
import type { Transport } from './transport.ts';

/** Uses the configured mail API or mail server, otherwise files; the log warns that nobody receives those. */
export function chooseTransport({ mailApi, smtpServer, dataDir }: Settings, log: Log): Transport {
  if (mailApi) {
    log('mail_to_api', { host: new URL(mailApi.url).host });
    return mailApiTransport(mailApi);
  } else if (smtpServer) {
    log('mail_to_smtp', { host: smtpServer.host, port: smtpServer.port });
    return smtpTransport(smtpServer);
  } else {
    const folder = mailFolder(dataDir);
    log('mail_to_files', { folder });
    return fileTransport(folder);
  }
}

/** Where emails are written as files. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}
