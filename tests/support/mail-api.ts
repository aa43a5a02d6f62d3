import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { json } from 'node:stream/consumers';
import { urlOf } from '../../server/http/server.ts';
import { testCertificate } from './certificate.ts';

/**
 * How the mail service handles the next emails. It hangs without accepting; what it accepts it may fail to answer, by
 * ending the connection or with 500.
 */
type ApiBehavior =
  | 'accept'
  | 'refuse to reply'
  | 'hang'
  | 'lose the answer'
  | 'fail when it has taken it'
  | 'take no more for ten minutes';

interface ApiEmail {
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
  const posts: { status: number | string }[] = [];
  const known = new Map<string, string>();
  const posted = new EventEmitter();
  let behavior: ApiBehavior = 'accept';

  const options = { key: readFileSync(files.key), cert: readFileSync(files.certificate) };
  const server = createServer(options, async (request, response) => {
    const email = (await json(request)) as ApiEmail;
    const idempotencyKey = String(request.headers['idempotency-key']);
    const answer = answerTo(email, idempotencyKey, request.headers.authorization);
    posts.push({ status: answer });
    if (answer === 'lost') {
      request.socket.destroy();
    } else if (answer === 'hung') {
      // An answer without an end.
      response.writeHead(200).write('{');
    } else {
      const problem = { name: 'validation_error', message: 'Invalid `reply_to` field.' };
      const retryAfter = answer === 429 ? { 'Retry-After': '600' } : {};
      response.writeHead(answer, { 'Content-Type': 'application/json', ...retryAfter });
      response.end(JSON.stringify(answer === 422 ? problem : { id: `id of ${idempotencyKey}` }));
    }
    posted.emit('post');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `${urlOf(server).replace('http', 'https')}/emails`;

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
    async until(isSo: () => boolean): Promise<void> {
      while (!isSo()) {
        await once(posted, 'post');
      }
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  function answerTo(email: ApiEmail, idempotencyKey: string, login?: string): number | 'hung' | 'lost' {
    const body = JSON.stringify(email);
    if (login !== `Bearer ${key}`) {
      return 403;
    }
    if (behavior === 'refuse to reply' && email.reply_to) {
      return 422;
    }
    if (behavior === 'hang') {
      return 'hung';
    }
    if (behavior === 'take no more for ten minutes') {
      return 429;
    }
    if ((known.get(idempotencyKey) ?? body) !== body) {
      return 409;
    }
    if (!known.has(idempotencyKey)) {
      mails.push(email);
    }
    known.set(idempotencyKey, body);
    if (behavior === 'lose the answer') {
      return 'lost';
    }
    return behavior === 'fail when it has taken it' ? 500 : 200;
  }
}
