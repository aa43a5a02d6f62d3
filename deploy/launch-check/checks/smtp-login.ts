import { checkSmtpLogin } from '../../../server/mail/smtp.ts';
import { exampleOf } from '../../../server/settings.ts';
import type { Check } from '../circumstances.ts';

export const smtpLogin: Check = {
  name: 'the login to your mail server',
  run: async ({ settings: { smtpServer, mailApi, siteUrl } }) => {
    if (mailApi) {
      return [];
    } else if (smtpServer === undefined) {
      return [
        {
          open: `SMTP_URL is not set, so requests are only written to files and nobody gets them: set it to your mail server, like ${exampleOf('smtpServer')}, and restart.`,
        },
      ];
    }
    const cause = await checkSmtpLogin(smtpServer, siteUrl, timeout);
    return cause === undefined
      ? []
      : [
          {
            open: `The mail server ${smtpServer.host}:${smtpServer.port} did not let us in (${cause}), so no request reaches you: check the host, port, user and password in SMTP_URL.`,
          },
        ];
  },
};

/** Milliseconds. */
const timeout = 15_000;
