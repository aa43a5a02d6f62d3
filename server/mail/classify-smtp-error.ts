import type { Attempt } from '../outbox/channel.ts';
import { connectionCause } from './connection-causes.ts';

/** Replies about the server rather than the email: it is shutting down or requires a login. */
const aboutTheServer = new Set([421, 454, 530, 534, 535, 538]);

/** RFC 3463: X.2.2 is "mailbox full". Not the email's fault; resolved when the owner frees space. */
const mailboxFull = /\b[45]\.2\.2\b|\bquota\b|\bmailbox (is )?full\b/i;

/** Many servers refuse the name of a client only when it names a recipient: "Helo command rejected". */
const ownNameRefused = /\b(EHLO|HELO)\b/i;

interface SmtpError {
  code?: string;
  /** The system's code, where nodemailer has one of its own. */
  originalCode?: string;
  responseCode?: number;
  command?: string;
  response?: string;
}

/** Maps an error of nodemailer's SMTP transport to the email's outcome. `ownName` is what EHLO said. */
export function classifySmtpError(error: unknown, afterFinalDot: boolean, ownName?: string): Attempt {
  const details: SmtpError = error instanceof DOMException ? { code: error.name } : Object(error);
  const { code, responseCode, command = '', response = '' } = details;
  const resultCode = String(responseCode ?? details.originalCode ?? code ?? 'unknown');
  const aboutTheEmail = /^(MAIL FROM|RCPT TO|DATA)$/.test(command);
  if (responseCode && ownNameRefused.test(`${command} ${response}`)) {
    return { outcome: 'unreachable', resultCode, cause: nameCause(ownName) };
  } else if (responseCode && command.startsWith('AUTH')) {
    // Also for now, as after too many logins: each further one would prolong that.
    return { outcome: 'login refused', resultCode, cause: loginCause(responseCode) };
  } else if (responseCode && aboutTheEmail && !aboutTheServer.has(responseCode)) {
    const isForGood = responseCode >= 500 && !mailboxFull.test(response);
    const cause = isForGood ? refusalCauses[command] : undefined;
    return { outcome: isForGood ? 'refused' : 'deferred', resultCode, cause };
  } else if (!responseCode && afterFinalDot) {
    return { outcome: 'ambiguous', resultCode };
  } else if (!responseCode && (code === 'EMESSAGE' || code === 'EENVELOPE')) {
    return { outcome: 'refused', resultCode, cause: 'it does not take an email of this size or address' };
  } else {
    return { outcome: 'unreachable', resultCode, cause: serverCause(details, resultCode) };
  }
}

function nameCause(ownName: string | undefined): string {
  return ownName === undefined
    ? 'it refuses the name of this machine: set SITE_URL, whose host is then said instead'
    : `it refuses the name ${ownName}, which is the host of SITE_URL`;
}

function loginCause(responseCode: number): string {
  return responseCode < 500
    ? 'it takes no login for now, perhaps after too many'
    : 'it refused the user or the password';
}

const refusalCauses: Record<string, string> = {
  'MAIL FROM': 'it does not let MAIL_FROM send',
  'RCPT TO': 'it does not take email for this address of MAIL_TO',
  DATA: 'it refused the contents',
};

function serverCause({ code, responseCode, command, response = '' }: SmtpError, resultCode: string): string {
  if (code === 'ETLS' && responseCode !== undefined) {
    return responseCode === 454
      ? 'the encryption that it offers does not work'
      : 'it offers no encryption, without which no password is sent';
  } else if (responseCode === 530) {
    return /TLS|encrypt/i.test(response) ? 'it demands encryption' : 'it demands a login';
  } else if (responseCode === undefined) {
    return connectionCause(resultCode);
  } else if (command === 'CONN') {
    return 'it refuses connections from this machine';
  } else {
    return responseCode === 421 ? 'it ends the connection, perhaps to restart' : 'it refuses to work';
  }
}
