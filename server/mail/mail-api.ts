import { createHash } from 'node:crypto';
import type { Attempt } from '../outbox/channel.ts';
import { connectionCause } from './connection-causes.ts';
import type { Email, EmailParts, Transport } from './transport.ts';

interface MailApi {
  url: string;
  key: string;
}

/** How long Resend remembers an Idempotency-Key, in milliseconds. */
const keyLife = 24 * 60 * 60_000;

/** How long an attempt may take, in milliseconds. A repeat costs nothing while the key is remembered. */
const timeout = 60_000;

/**
 * Sends email over Resend's HTTPS API (https://resend.com/docs/api-reference/emails/send-email), for hosts
 * that block SMTP.
 */
export function mailApiTransport(api: MailApi): Transport {
  return {
    delivers: true,
    deduplicatesFor: keyLife,
    send: (email, to, signal) => send(api, email, to, signal),
  };
}

/** Retries without Reply-To: an invalid one must not keep the email from the owner. */
async function send(
  api: MailApi,
  { from, parts, partsWithoutReplyTo }: Email,
  to: string,
  stopping: AbortSignal,
): Promise<Attempt> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeout)]);
  const attempt = await post(api, parts.key, bodyOf(parts, from, to), signal);
  return attempt.outcome === 'refused' && partsWithoutReplyTo
    ? post(api, parts.key, bodyOf(partsWithoutReplyTo, from, to), signal)
    : attempt;
}

function bodyOf(
  { sender, subject, replyTo, headers, text, html }: EmailParts,
  from: string,
  to: string,
): string {
  const reply = replyTo === undefined ? {} : { reply_to: replyTo };
  return JSON.stringify({ from: `${sender} <${from}>`, to: [to], subject, ...reply, headers, text, html });
}

async function post(
  { url, key }: MailApi,
  name: string,
  body: string,
  signal: AbortSignal,
): Promise<Attempt> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': `${name}.${digestOf(body)}`,
      },
      body,
      signal,
      // Following a redirect would turn the POST into a GET.
      redirect: 'manual',
    });
    if (response.ok || response.body === null) {
      // The status says it all, so a failure to give up the rest of the body means nothing.
      response.body?.cancel().catch(() => undefined);
      return classifyAnswer(response.status, '');
    }
    return classifyAnswer(response.status, await readError(response.body));
  } catch (error) {
    return classifyFailure(error);
  }
}

/** Resend's error responses have a few hundred bytes: of a longer one only the first part is read. */
async function readError(body: NonNullable<Response['body']>): Promise<string> {
  const reader = body.getReader();
  const { value } = await reader.read();
  reader.cancel().catch(() => undefined);
  return new TextDecoder().decode(value);
}

/**
 * Part of the key, because Resend rejects a known key with a different body: after a change to content/ or
 * MAIL_FROM, that would delay the email by a day.
 */
function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

/** Matches errors about this email's own recipient or contents. `from` is the same for every email. */
const ownField = /[`'"](to|subject|reply_to|replyTo|headers|text|html)\b/;

/** Maps a response to an outcome, as documented by Resend (https://resend.com/docs/api-reference/errors). */
export function classifyAnswer(status: number, text: string): Attempt {
  const resultCode = String(status);
  if (status >= 200 && status < 300) {
    return { outcome: 'accepted', resultCode };
  } else if (status === 401 || status === 403) {
    return { outcome: 'login refused', resultCode, cause: 'it refused MAIL_API_KEY, or MAIL_FROM with it' };
  } else if (status === 409 || status >= 500) {
    return { outcome: 'no answer', resultCode };
  } else if (status === 413 || ((status === 400 || status === 422) && isAboutThisEmail(text))) {
    return { outcome: 'refused', resultCode };
  } else {
    const cause = status === 429 ? 'it takes no more for now' : 'it refused something that every email has';
    return { outcome: 'unreachable', resultCode, cause };
  }
}

function isAboutThisEmail(text: string): boolean {
  try {
    const { name, message } = Object(JSON.parse(text)) as { name?: string; message?: string };
    return name === 'validation_error' && ownField.test(message ?? '');
  } catch {
    return false;
  }
}

/** Node's and Deno's error codes for a connection that was never established. */
const neverSent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|(DEPTH_ZERO_)?SELF_SIGNED_CERT.*|UNABLE_TO_.*|CERT_.*|ERR_TLS_.*)$|client error \(Connect\)/;

/** Anything else may have failed after the email was accepted. */
function classifyFailure(error: unknown): Attempt {
  const { name, message, cause } = Object(error) as { name?: string; message?: string; cause?: unknown };
  const { code } = Object(cause) as { code?: string };
  const resultCode = code ?? name ?? 'unknown';
  const outcome = neverSent.test(code ?? message ?? '') ? 'unreachable' : 'no answer';
  return { outcome, resultCode, cause: connectionCause(resultCode) };
}
