import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { fileTransport } from './file-transport.ts';
import { smtpTransport } from './smtp-transport.ts';
import type { Transport } from './transport.ts';

/** SMTP when there is a server for it; else files, and the log says that nobody gets them. */
export function chooseTransport({ smtpServer, dataDir }: Settings, log: Log): Transport {
  if (smtpServer) {
    log('mail goes out', { host: smtpServer.host, port: smtpServer.port });
    return smtpTransport(smtpServer);
  } else {
    const folder = mailFolder(dataDir);
    log('mail is only written to files, because SMTP_URL is not set', { folder });
    return fileTransport(folder);
  }
}

/** Where mails stand as files. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}
