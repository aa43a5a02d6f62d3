import type { ContactRequest } from '../../contract/contact-request.ts';
import { createDialLink } from '../text/dial-link.ts';

/**
 * Whether a request is an emergency. A filled honeypot alone isn't proof of spam, because a password manager may have
 * filled it. So with a filled honeypot, an emergency still counts if it has a phone number that can be dialed.
 */
export function isEmergency(fields: ContactRequest, honeypotFilled: boolean): boolean {
  return fields.service === 'emergency' && (!honeypotFilled || createDialLink(fields.phone) !== undefined);
}

/** SQL condition: the request isn't probable spam. If the honeypot is filled, `isEmergency` decides. */
export const notProbableSpamCondition = '(honeypot_filled = 0 or emergency = 1)';
