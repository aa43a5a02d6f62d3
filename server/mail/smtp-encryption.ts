import type { SmtpServer } from '../setting-values.ts';

/**
 * STARTTLS is used wherever it is offered. A password goes over an encrypted line or not at all;
 * on loopback nobody listens in, and a mail server there seldom has a certificate for its name.
 */
export function encryption({ host, secure, login }: SmtpServer) {
  if (/^(localhost|127(\.\d+){3}|::1)$/.test(host)) {
    return { ignoreTLS: true };
  } else {
    return { requireTLS: !secure && login !== undefined };
  }
}
