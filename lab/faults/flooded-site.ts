import { rmSync } from 'node:fs';
import PostalMime from 'postal-mime';
import { contactPath } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { createApp } from '../../server/app.ts';
import { composeDigest } from '../../server/mail/digest.ts';
import { composeMessage } from '../../server/mail/message.ts';
import type { Email } from '../../server/mail/transport.ts';
import { startOutbox } from '../../server/outbox/outbox.ts';
import { rateLimits } from '../../server/rate-limits/rate-limiter.ts';
import { loadSite } from '../../server/static-site/load-site.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { inProcessStore } from '../../tests/support/in-process-store.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';

export type FloodedSite = Awaited<ReturnType<typeof openFloodedSite>>;

/** A request's whole path from post to mailbox, in-process, on a controlled clock. */
export async function openFloodedSite() {
  const folder = memoryFolder('flood');
  const store = inProcessStore(openDatabase(folder));
  const clock = fakeClock();
  const addresses = { from: 'website@example.net', to: ['owner@example.com'] };
  const mailbox: { at: number; text: string; bytes: number }[] = [];
  let inFlight = 0;

  const watched = async (composed: Promise<Email>): Promise<Email> => {
    inFlight += 1;
    return composed;
  };
  const outbox = startOutbox({
    store,
    clock,
    log: () => undefined,
    random: () => 0,
    compose: (request) => watched(composeMessage(request, addresses, clock.now())),
    composeDigest: (digest) => watched(composeDigest(digest, addresses, clock.now())),
    transport: {
      delivers: true,
      async send({ bytes }) {
        const { text = '' } = await PostalMime.parse(bytes);
        mailbox.push({ at: clock.elapsed(), text, bytes: bytes.length });
        inFlight -= 1;
        return { outcome: 'accepted', smtpCode: '250' };
      },
    },
  });
  const app = createApp({
    settings: { allowedOrigins: [], siteUrl: undefined, trustedProxyHops: 1 },
    site: loadSite(`${tinySite()}/build/site`),
    limits: rateLimits(clock),
    store,
    outbox,
    clock,
    log: () => undefined,
    stopping: new AbortController().signal,
  });

  return {
    clock,
    mailbox,
    /** Returns the status. */
    async post(ip: string, fields: ContactRequest): Promise<number> {
      const answer = await app.fetch(
        new Request(`http://site.example${contactPath}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ip },
          body: JSON.stringify(fields),
        }),
        { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
      );
      return answer.status;
    },
    /** Advances time once idle. */
    async pass(milliseconds: number): Promise<void> {
      await idle();
      clock.advance(milliseconds);
      await idle();
    },
    async close(): Promise<void> {
      const stopped = outbox.stop(0);
      clock.advance(60_000);
      await stopped;
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function idle(): Promise<void> {
    do {
      await new Promise(setImmediate);
    } while (inFlight > 0 || !clock.isAwaited());
  }
}
