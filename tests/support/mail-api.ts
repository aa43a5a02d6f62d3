import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { json } from 'node:stream/consumers';
import { getServerUrl } from '../../server/http/server.ts';
import { testCertificate } from './certificate.ts';

/**
 * The mail service's behavior for the next emails. `hang` doesn't accept them. The service accepts an email before it
 * loses the answer or fails with 500.
 */
type ApiBehavior =
  | 'accept'
  | 'refuse to reply'
  | 'hang'
  | 'lose the answer'
  | 'accept and answer 500'
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
 * Starts a mail service over TLS on 127.0.0.1 that follows Resend's documentation. A repeat with a known key and the
 * same body gets the same ID again, and no second email is sent. A known key with another body gets a 409.
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
      // The response never ends.
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
  const url = `${getServerUrl(server).replace('http', 'https')}/emails`;

  return {
    url,
    key,
    /** The CA certificate file to trust. */
    authority: files.authority,
    /** Settings for a server that sends through it. */
    settings: { MAIL_API_KEY: key, MAIL_API_URL: url },
    /** Every accepted email, oldest first, without repeats. */
    mails,
    /** Every post, with its response. */
    posts,
    behave(next: ApiBehavior): void {
      behavior = next;
    },
    /** Resolves when the condition is true. It is checked after each post. */
    async until(isTrue: () => boolean): Promise<void> {
      while (!isTrue()) {
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
    return behavior === 'accept and answer 500' ? 500 : 200;
  }
}
