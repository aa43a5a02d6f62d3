import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { testCertificate } from './certificate.ts';

const badField = (name: string) => `Invalid \`${name}\` field. The email address needs to follow the format.`;

/** What the mail service answers instead of accepting, in Resend's words. */
const refusals = {
  'too many requests': [429, 'rate_limit_exceeded', 'Too many requests.'],
  fail: [500, 'application_error', 'An unexpected error occurred.'],
  'refuse the key': [403, 'invalid_api_key', 'API key is invalid'],
  'refuse the email': [422, 'validation_error', badField('to')],
  'refuse to reply': [422, 'validation_error', badField('reply_to')],
  'refuse the sender': [422, 'validation_error', badField('from')],
} as const;

/**
 * How the mail service handles the next emails. It hangs without accepting; what it accepts it may fail to answer, by
 * ending the connection or with 500.
 */
export type ApiBehavior =
  | 'accept'
  | keyof typeof refusals
  | 'hang'
  | 'lose the answer'
  | 'fail when it has taken it';

export interface ApiEmail {
  from: string;
  to: string[];
  subject: string;
  reply_to?: string;
  headers: Record<string, string>;
  text: string;
  html?: string;
}

export type MailApiSink = Awaited<ReturnType<typeof startMailApi>>;

/**
 * A mail service over TLS on 127.0.0.1 that behaves like Resend's documentation: a known key with the same
 * body gets the first response again and no second email; with another body, 409.
 */
export async function startMailApi() {
  const files = testCertificate();
  const key = 're_key_for_tests';
  const mails: ApiEmail[] = [];
  const posts: { key: string; status: number | string }[] = [];
  const known = new Map<string, string>();
  let behavior: ApiBehavior = 'accept';
  const listeners: (() => void)[] = [];

  const options = { key: readFileSync(files.key), cert: readFileSync(files.certificate) };
  const server = createServer(options, async (request, response) => {
    const email = (await json(request).catch(() => undefined)) as ApiEmail | undefined;
    if (email !== undefined) {
      answer(email, request, response);
      for (const look of listeners.splice(0)) look();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/emails`;

  return {
    url,
    key,
    /** The CA certificate file to trust. */
    authority: files.authority,
    /** Settings for a server that sends through it. */
    settings: { MAIL_API_KEY: key, MAIL_API_URL: url },
    /** Every accepted email, oldest first, without repeats. */
    mails,
    /** Every post, with the response. */
    posts,
    behave(next: ApiBehavior): void {
      behavior = next;
    },
    /** Resolves when the predicate, checked after each post, returns true. */
    until(isSo: () => boolean): Promise<void> {
      return new Promise((resolve) => {
        const look = () => (isSo() ? resolve() : listeners.push(look));
        look();
      });
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  function answer(email: ApiEmail, request: IncomingMessage, response: ServerResponse): void {
    const idempotencyKey = String(request.headers['idempotency-key']);
    const say = (status: number, body: object) => {
      posts.push({ key: idempotencyKey, status });
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    const refuse = ([statusCode, name, message]: readonly [number, string, string]) =>
      say(statusCode, { statusCode, name, message });
    const body = JSON.stringify(email);
    if (request.headers.authorization !== `Bearer ${key}`) {
      refuse(refusals['refuse the key']);
    } else if (behavior in refusals && (behavior !== 'refuse to reply' || email.reply_to !== undefined)) {
      refuse(refusals[behavior as keyof typeof refusals]);
    } else if (behavior === 'hang') {
      posts.push({ key: idempotencyKey, status: 'hung' });
    } else if ((known.get(idempotencyKey) ?? body) !== body) {
      refuse([409, 'invalid_idempotent_request', 'Same key used with a different request payload.']);
    } else {
      if (!known.has(idempotencyKey)) mails.push(email);
      known.set(idempotencyKey, body);
      if (behavior === 'lose the answer') {
        posts.push({ key: idempotencyKey, status: 'lost' });
        request.socket.destroy();
      } else if (behavior === 'fail when it has taken it') {
        refuse(refusals.fail);
      } else {
        say(200, { id: `id of ${idempotencyKey}` });
      }
    }
  }
}
