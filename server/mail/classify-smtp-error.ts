import type { NodemailerError } from 'nodemailer';
import { describeConnectionError } from '../http/describe-connection-error.ts';
import type { Failure } from '../queue/channel.ts';

/** Replies about the server or the login, not about the email: it is restarting, or requires encryption or a login. */
const serverReplyCodes = [421, 454, 530, 534, 535, 538];

/** The causes of permanent refusals, by the command that was refused. */
const refusalCauses: Record<string, string> = {
  'MAIL FROM': 'it does not allow MAIL_FROM to send',
  'RCPT TO': 'it does not accept email for this address in MAIL_TO',
  DATA: 'it refused the contents',
};

/** X.2.2 means "mailbox full" (RFC 3463). The email isn't at fault, and arrives once the owner frees space. */
const mailboxFull = /\b[45]\.2\.2\b|\bquota\b|\bmailbox (is )?full\b/i;

/**
 * Maps an error from nodemailer to an outcome. `isWritten` says whether the whole message was written. `siteName` is
 * the name sent with EHLO.
 */
export function classifySmtpError(error: unknown, isWritten: boolean, siteName?: string): Failure {
  const details: Partial<NodemailerError> = Object(error);
  const { name = 'unknown', code, originalCode, responseCode, command = '', response = '' } = details;
  const resultCode = String(responseCode ?? originalCode ?? (typeof code === 'string' ? code : name));
  const failure = (outcome: Failure['outcome'], cause: string) => ({ outcome, resultCode, cause });
  if (responseCode === undefined) {
    const cause = describeConnectionError(resultCode);
    return isWritten
      ? failure('ambiguous', `${cause}, and may have accepted the email`)
      : failure('unreachable', cause);
  } else if (/\b(EHLO|HELO)\b/i.test(`${command} ${response}`)) {
    // Many servers refuse a client's name only at RCPT TO: "Helo command rejected".
    const nameAndFix = siteName
      ? `${siteName}, which is the host of SITE_URL`
      : 'of this machine: set SITE_URL';
    return failure('unreachable', `it refuses the name ${nameAndFix}`);
  } else if (command.startsWith('AUTH')) {
    // Retrying may extend the server's lockout, so a temporary refusal also pauses the channel.
    const blocked = 'it temporarily blocks logins, possibly after too many attempts';
    return failure('login refused', responseCode < 500 ? blocked : 'it refused the username or the password');
  } else if (code === 'ETLS') {
    return failure('unreachable', 'it could not start encryption (STARTTLS)');
  } else if (serverReplyCodes.includes(responseCode)) {
    const demand = 'it requires encryption or a login';
    return failure('unreachable', responseCode === 421 ? 'it ended the connection' : demand);
  } else if (!(command in refusalCauses)) {
    return failure('unreachable', 'it refuses this machine');
  }
  if (mailboxFull.test(response)) {
    return failure('deferred', 'the mailbox is full');
  }
  return responseCode < 500
    ? failure('deferred', 'it refuses the email for now')
    : failure('refused', refusalCauses[command] ?? 'it refused the email');
}
