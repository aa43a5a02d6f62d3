import { connectAndLogIn, connectionTo } from '../../../server/mail/smtp.ts';
import type { SmtpServer } from '../../../server/setting-schemas.ts';
import { exampleOf } from '../../../server/settings.ts';
import type { Check } from '../circumstances.ts';

export const smtpLogin: Check = {
  name: 'the login to your mail server',
  run: async ({ settings: { smtpServer, mailApi } }) => {
    if (mailApi) {
      return [];
    } else if (smtpServer === undefined) {
      return [
        {
          open: `SMTP_URL is not set, so requests are only written to files and nobody gets them: set it to your mail server, like ${exampleOf('smtpServer')}, and restart.`,
        },
      ];
    }
    const code = await logIn(smtpServer);
    return code === undefined
      ? []
      : [
          {
            open: `The mail server ${smtpServer.host}:${smtpServer.port} did not let us in (${code}), so no request reaches you: check the host, port, user and password in SMTP_URL.`,
          },
        ];
  },
};

/** Milliseconds. */
const timeout = 15_000;

/** Returns the error code, or undefined on success. */
async function logIn(server: SmtpServer): Promise<string | undefined> {
  const connection = connectionTo(server, timeout);
  const lost = Promise.withResolvers<never>();
  connection.once('error', lost.reject);
  try {
    await Promise.race([connectAndLogIn(connection, server), lost.promise]);
    connection.quit();
    return undefined;
  } catch (error) {
    connection.close();
    const { responseCode, code } = Object(error) as { responseCode?: number; code?: string };
    return String(responseCode ?? code ?? 'no answer');
  }
}
