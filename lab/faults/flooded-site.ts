import { rmSync } from 'node:fs';
import PostalMime from 'postal-mime';
import { contactPath } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { createApp } from '../../server/app.ts';
import { composersFor } from '../../server/mail/outbox-parts.ts';
import type { Email, Transport } from '../../server/mail/transport.ts';
import { startOutbox } from '../../server/outbox/outbox.ts';
import { postLimits } from '../../server/rate-limits/rate-limiter.ts';
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
  const database = openDatabase(folder);
  const clock = fakeClock();
  const store = inProcessStore(() => database, { clock, began: clock.now().getTime() });
  const addresses = { from: 'website@example.net', to: ['owner@example.com'] };
  const mailbox: { at: number; text: string; bytes: number }[] = [];
  let inFlight = 0;

  const watched = async (composed: Promise<Email>): Promise<Email> => {
    inFlight += 1;
    return composed;
  };
  const transport: Transport = {
    delivers: true,
    async send({ bytes }) {
      const { text = '' } = await PostalMime.parse(bytes);
      mailbox.push({ at: clock.elapsed(), text, bytes: bytes.length });
      inFlight -= 1;
      return { outcome: 'accepted', resultCode: '250' };
    },
  };
  const { compose, composeOverview } = composersFor(transport, addresses);
  const outbox = startOutbox({
    store,
    clock,
    log: () => undefined,
    random: () => 0,
    compose: (request) => watched(compose(request)),
    composeOverview: (overview) => watched(composeOverview(overview)),
    transport,
  });
  const app = createApp({
    settings: { allowedOrigins: [], siteUrl: undefined, trustedProxyHops: 1 },
    site: loadSite(`${tinySite()}/build/site`),
    postLimits: postLimits(clock),
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
      for (let left = milliseconds; left > 0; ) {
        await idle();
        const advance = Math.max(1, Math.min(left, clock.nextWake()));
        clock.advance(advance);
        left -= advance;
      }
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
