import type { NodemailerError } from 'nodemailer';
import { connectionCause } from '../http/connection-cause.ts';
import type { Failure } from '../queue/channel.ts';

/** These replies are about the server: it restarts, or demands encryption or a login. The email is not refused. */
const aboutTheServer = [421, 454, 530, 534, 535, 538];

/** Commands about the email, and what it means when one is refused for good. */
const aboutTheEmail: Record<string, string> = {
  'MAIL FROM': 'it does not let MAIL_FROM send',
  'RCPT TO': 'it does not take email for this address of MAIL_TO',
  DATA: 'it refused the contents',
};

/** RFC 3463: X.2.2 is "mailbox full". Not the email's fault; resolved when the owner frees space. */
const mailboxFull = /\b[45]\.2\.2\b|\bquota\b|\bmailbox (is )?full\b/i;

/** Maps an error of nodemailer to an outcome. `isWritten`: the whole message was. `siteName`: what EHLO said. */
export function classifySmtpError(error: unknown, isWritten: boolean, siteName?: string): Failure {
  const details: Partial<NodemailerError> = Object(error);
  const { name = 'unknown', code, originalCode, responseCode, command = '', response = '' } = details;
  const resultCode = String(responseCode ?? originalCode ?? (typeof code === 'string' ? code : name));
  const failure = (outcome: Failure['outcome'], cause: string) => ({ outcome, resultCode, cause });
  if (responseCode === undefined) {
    const cause = connectionCause(resultCode);
    return isWritten
      ? failure('ambiguous', `${cause}, and may have accepted the email`)
      : failure('unreachable', cause);
  } else if (/\b(EHLO|HELO)\b/i.test(`${command} ${response}`)) {
    // Many servers refuse the name of a client only when it names a recipient: "Helo command rejected".
    const whose = siteName ? `${siteName}, which is the host of SITE_URL` : 'of this machine: set SITE_URL';
    return failure('unreachable', `it refuses the name ${whose}`);
  } else if (command.startsWith('AUTH')) {
    // A server that has had too many logins counts each new one, so we also pause after a temporary refusal.
    const forNow = 'it takes no login for now, perhaps after too many';
    return failure('login refused', responseCode < 500 ? forNow : 'it refused the user or the password');
  } else if (code === 'ETLS') {
    return failure('unreachable', 'it does not begin encryption (STARTTLS)');
  } else if (aboutTheServer.includes(responseCode)) {
    const demand = 'it demands encryption or a login';
    return failure('unreachable', responseCode === 421 ? 'it ends the connection' : demand);
  } else if (!(command in aboutTheEmail)) {
    return failure('unreachable', 'it refuses this machine');
  }
  if (mailboxFull.test(response)) return failure('deferred', 'the mailbox is full');
  return responseCode < 500
    ? failure('deferred', 'it refuses the email for now')
    : failure('refused', aboutTheEmail[command] ?? 'it refused the email');
}
