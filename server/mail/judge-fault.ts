import type { Attempt } from './transport.ts';

/** Replies that mean the server as a whole: it is going away, or it wants a login first. */
const ofTheServer = new Set([421, 454, 530, 534, 535, 538]);

/** What a fault of nodemailer's SMTP connection says about the mail. */
export function judgeFault(fault: unknown, finalDot: boolean): Attempt {
  const { code, responseCode, command } = factsOf(fault);
  const answer = String(responseCode ?? code ?? 'unknown');
  const aboutTheMail = /^(MAIL FROM|RCPT TO|DATA)$/.test(command ?? '');
  if (responseCode && aboutTheMail && !ofTheServer.has(responseCode)) {
    return { outcome: responseCode >= 500 ? 'refused' : 'deferred', answer };
  } else if (!responseCode && finalDot) {
    return { outcome: 'ambiguous', answer };
  } else if (!responseCode && (code === 'EMESSAGE' || code === 'EENVELOPE')) {
    // Refused before it was said: too large for this server, or an address it cannot carry.
    return { outcome: 'refused', answer };
  } else {
    return { outcome: 'unreachable', answer };
  }
}

function factsOf(fault: unknown): { code?: string; responseCode?: number; command?: string } {
  return fault instanceof DOMException ? { code: fault.name } : Object(fault);
}
