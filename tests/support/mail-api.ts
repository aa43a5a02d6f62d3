import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { testCertificate } from './certificate.ts';

/** How the mail service handles the next emails. */
export type ApiBehavior =
  | 'accept'
  | 'too many requests'
  | 'fail'
  | 'refuse the key'
  /** Names the recipient. */
  | 'refuse the email'
  /** Rejects a Reply-To. */
  | 'refuse to reply'
  /** Fails every email, not just this one. */
  | 'refuse the sender'
  /** Accepts nothing and never responds. */
  | 'hang'
  /** Accepts the email, then disconnects instead of responding. */
  | 'lose the answer'
  /** Accepts the email and responds with 500. */
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

  const server = createServer(
    { key: readFileSync(files.key), cert: readFileSync(files.certificate) },
    async (request, response) => {
      const email = (await json(request).catch(() => undefined)) as ApiEmail | undefined;
      if (email !== undefined) {
        answer(email, request, response);
        for (const look of listeners.splice(0)) {
          look();
        }
      }
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `https://127.0.0.1:${port}/emails`,
    key,
    /** The CA certificate file to trust. */
    authority: files.authority,
    /** Settings for a server that sends through it. */
    settings: { MAIL_API_KEY: key, MAIL_API_URL: `https://127.0.0.1:${port}/emails` },
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
    const say = (status: number, name: string, message = name) => {
      posts.push({ key: idempotencyKey, status });
      const body = status === 200 ? { id: name } : { statusCode: status, name, message };
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    const body = JSON.stringify(email);
    if (request.headers.authorization !== `Bearer ${key}` || behavior === 'refuse the key') {
      say(403, 'invalid_api_key', 'API key is invalid');
    } else if (behavior === 'too many requests') {
      say(429, 'rate_limit_exceeded', 'Too many requests.');
    } else if (behavior === 'fail') {
      say(500, 'application_error', 'An unexpected error occurred.');
    } else if (behavior === 'hang') {
      posts.push({ key: idempotencyKey, status: 'hung' });
    } else if (behavior === 'refuse the email') {
      say(422, 'validation_error', 'Invalid `to` field. The email address needs to follow the format.');
    } else if (behavior === 'refuse to reply' && email.reply_to !== undefined) {
      say(422, 'validation_error', 'Invalid `reply_to` field. The email address needs to follow the format.');
    } else if (behavior === 'refuse the sender') {
      say(422, 'validation_error', 'Invalid `from` field. The email address needs to follow the format.');
    } else if (known.has(idempotencyKey) && known.get(idempotencyKey) !== body) {
      say(409, 'invalid_idempotent_request', 'Same idempotency key used with a different request payload.');
    } else {
      if (!known.has(idempotencyKey)) {
        known.set(idempotencyKey, body);
        mails.push(email);
      }
      if (behavior === 'lose the answer') {
        posts.push({ key: idempotencyKey, status: 'lost' });
        request.socket.destroy();
      } else if (behavior === 'fail when it has taken it') {
        say(500, 'application_error', 'An unexpected error occurred.');
      } else {
        say(200, `id of ${idempotencyKey}`);
      }
    }
  }
}
