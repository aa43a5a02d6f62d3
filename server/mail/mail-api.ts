import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { day, minute } from '../clock.ts';
import { describeConnectionError } from '../http/describe-connection-error.ts';
import { type CallResult, createJsonPost, fetchOnce } from '../http/fetch-once.ts';
import type { AttemptResult, Failure } from '../queue/channel.ts';
import type { OutgoingEmail, Transport } from './transport.ts';

export interface MailApi {
  url: string;
  key: string;
}

/**
 * Sends email over Resend's HTTPS API (https://resend.com/docs/api-reference/emails/send-email) or a compatible one,
 * for hosts that block SMTP. Resend remembers an Idempotency-Key for a day.
 */
export function createMailApiTransport(api: MailApi): Transport {
  return {
    canDeliver: true,
    deduplicatesFor: day,
    send: async (email, to, signal) => {
      const attempt = await post(api, email, to, signal);
      // The owner must get the email even if the service refuses its reply address.
      const isRefused = attempt.outcome === 'refused' || attempt.outcome === 'deferred';
      const isRetried = isRefused && email.replyTo !== undefined;
      return isRetried ? post(api, { ...email, replyTo: undefined }, to, signal) : attempt;
    },
  };
}

async function post(
  { url, key }: MailApi,
  { from, replyTo, messageId, acceptedCount = 0, subject, headers, text, html }: OutgoingEmail,
  to: string,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const sender = `${from.name} <${from.address}>`;
  const body = { from: sender, to: [to], subject, reply_to: replyTo, headers, text, html };
  // Resend rejects a known key with a different body, for example after a change to content/. So the key has a hash.
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  // An email that the owner sends again may have the same text, and the service would drop it as a repeat. So the key
  // includes how many times the email was accepted.
  const repeat = acceptedCount > 0 ? `.${acceptedCount}` : '';
  const requestHeaders = {
    Authorization: `Bearer ${key}`,
    'Idempotency-Key': `${messageId}.${hash}${repeat}`,
  };
  return interpretResponse(
    await fetchOnce(url, createJsonPost(body, requestHeaders), signal, { timeout: minute }),
  );
}

/** Maps a reply to an outcome. If a sent request got no complete response, the service may have accepted the email. */
function interpretResponse({ resultCode, status, text, retryAfter, wasSent }: CallResult): AttemptResult {
  if (status !== undefined && text !== undefined) {
    const attempt = classifyResponse(status, text);
    return attempt.outcome === 'accepted' ? attempt : { ...attempt, retryAfter };
  }
  const cause = status === undefined ? describeConnectionError(resultCode) : 'its response was cut off';
  return { outcome: wasSent ? 'no answer' : 'unreachable', resultCode, cause, retryAfter };
}

/** The parts of Resend's responses that we read. Another service's response may have any shape. */
const responseBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    id: v.fallback(v.string(), ''),
    // An error's code. The log contains it, so it must not be text that quotes the request.
    name: v.fallback(v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/)), ''),
    message: v.fallback(v.string(), ''),
  }),
);

/** The fields that may differ between emails. `from` is the same in each. */
const variableFields = ['to', 'subject', 'reply_to', 'replyTo', 'headers', 'text', 'html'];

/** Maps a response to an outcome, as documented by Resend (https://resend.com/docs/api-reference/errors). */
export function classifyResponse(status: number, text: string): AttemptResult {
  const resultCode = String(status);
  const { success, output } = v.safeParse(responseBody, text);
  const { id, name, message } = success ? output : { id: '', name: '', message: '' };
  // The first quoted field name: "Invalid `to` field. The email address needs to follow the `email@example.com`
  // format."
  const field = /[`'"](\w+)[`'"]/.exec(message)?.[1] ?? '';
  const failure = (outcome: Failure['outcome'], cause: string) => ({ outcome, resultCode, cause });
  if (status >= 200 && status < 300) {
    const notAMailApi = 'its response has no id, so it is not from a mail API';
    return id ? { outcome: 'accepted', resultCode } : failure('no answer', notAMailApi);
  } else if (status === 401 || status === 403 || /api.?key/i.test(`${name} ${message}`)) {
    return failure('login refused', 'it refused MAIL_API_KEY, or this key may not send as MAIL_FROM');
  } else if (status === 409 || status >= 500) {
    return failure('no answer', 'it failed, and may have accepted the email');
  } else if (status === 413) {
    return failure('refused', 'the email is too large for it');
  } else if (name === 'validation_error' && variableFields.includes(field)) {
    return failure('refused', `it refused the ${field} field of this email`);
  } else if (status === 429) {
    return failure('unreachable', 'its rate limit is reached');
  } else if (status < 400 || status === 404 || status === 405) {
    return failure('unreachable', 'there is no mail API at this address: check MAIL_API_URL');
  } else if ((status === 400 || status === 422) && field !== 'from' && name !== 'invalid_from_address') {
    // The fault may be in every email or only in this one, so the others are still tried.
    return failure('deferred', `it refused this email${name ? ` (${name})` : ''}`);
  }
  return failure('unreachable', 'it refused something that every email has');
}
