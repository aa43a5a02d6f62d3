import { createHash } from 'node:crypto';
import { asJson, call } from '../call.ts';
import type { Attempt } from '../outbox/channel.ts';
import { connectionCause, type Email, type Transport } from './transport.ts';

export interface MailApi {
  url: string;
  key: string;
}

/**
 * Sends email over Resend's HTTPS API (https://resend.com/docs/api-reference/emails/send-email), for hosts
 * that block SMTP. Resend remembers an Idempotency-Key for a day.
 */
export function mailApiTransport(api: MailApi): Transport {
  return {
    delivers: true,
    deduplicatesFor: 24 * 60 * 60_000,
    send: async (email, to, stopping) => {
      const attempt = await post(api, email, to, stopping);
      // An address that cannot be replied to must not keep the email from the owner.
      const isRetried = attempt.outcome === 'refused' && email.replyTo !== undefined;
      return isRetried ? post(api, { ...email, replyTo: undefined }, to, stopping) : attempt;
    },
  };
}

async function post(
  { url, key }: MailApi,
  { from, replyTo, messageId, subject, headers, text, html }: Email,
  to: string,
  stopping: AbortSignal,
): Promise<Attempt> {
  const sender = `${from.name} <${from.address}>`;
  const body = { from: sender, to: [to], subject, reply_to: replyTo, headers, text, html };
  // Resend rejects a known key with a different body, as after a change to content/: hence the hash.
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  const keys = { Authorization: `Bearer ${key}`, 'Idempotency-Key': `${messageId}.${hash}` };
  const answer = await call(url, asJson(body, keys), stopping, { timeout: 60_000 });
  const { resultCode } = answer;
  if (answer.text !== undefined) return classifyAnswer(Number(resultCode), answer.text);
  const outcome = neverSent.test(resultCode) ? 'unreachable' : 'no answer';
  return { outcome, resultCode, cause: connectionCause(resultCode) };
}

/** Codes of a connection that was never established. Others may have failed after the email was accepted. */
const neverSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$|UNREACH|CERT|^UNABLE_TO_/;

/** Matches errors about this email's own recipient or contents. `from` is the same for every email. */
const ownField = /"validation_error".*[`'"](to|subject|reply_to|replyTo|headers|text|html)\b/;

/** Maps a response to an outcome, as documented by Resend (https://resend.com/docs/api-reference/errors). */
export function classifyAnswer(status: number, text: string): Attempt {
  const resultCode = String(status);
  if (status >= 200 && status < 300) {
    return { outcome: 'accepted', resultCode };
  } else if (status === 401 || status === 403) {
    return { outcome: 'login refused', resultCode, cause: 'it refused MAIL_API_KEY, or MAIL_FROM with it' };
  } else if (status === 409 || status >= 500) {
    return { outcome: 'no answer', resultCode };
  } else if (status === 413 || ((status === 400 || status === 422) && ownField.test(text))) {
    return { outcome: 'refused', resultCode };
  }
  const cause = status === 429 ? 'it takes no more for now' : 'it refused something that every email has';
  return { outcome: 'unreachable', resultCode, cause };
}
