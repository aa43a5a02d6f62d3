import { Hono } from 'hono';
import { html } from 'hono/html';
import { interpolate } from '../content/interpolate.ts';
import { pagingWords } from '../content/words/paging.ts';
import type { Clock } from './clock.ts';
import { cacheControl, documentPolicy } from './headers.ts';
import { acknowledgePath, detailsOf, inPlainText } from './paging/page.ts';
import { plainPage } from './plain-page.ts';
import type { ClientIp } from './rate-limits/client-ip.ts';
import { createRateLimiter } from './rate-limits/rate-limiter.ts';
import { isSameSecret } from './same-secret.ts';
import type { ListedRequest } from './store/list-requests.ts';
import { pagedFor } from './store/pages.ts';
import type { RequestStore } from './store/request-store.ts';
import { localTime, serviceInWords } from './text.ts';

interface AcknowledgeParts {
  store: Pick<RequestStore, 'find' | 'take'>;
  clientIp: ClientIp;
  clock: Clock;
  onTaken(reference: string): void;
}

/** How many wrong tokens an address may send, in so many milliseconds. */
const wrongTokens = { max: 10, window: 60_000 };

const { acknowledge: text } = pagingWords;

const headers = {
  'Cache-Control': cacheControl.never,
  'Content-Security-Policy': documentPolicy(''),
  'Referrer-Policy': 'same-origin',
};

/** What pages and emails link to. The token is all that is needed, and only a POST takes the request: previews GET links. */
export function acknowledgments({ store, clientIp, clock, onTaken }: AcknowledgeParts): Hono {
  const wrong = createRateLimiter(clock, wrongTokens);
  const route = new Hono();
  route.on(['GET', 'POST'], acknowledgePath, async (c) => {
    const token = c.req.query('token') ?? '';
    const reference = token.slice(0, 6);
    const request = await store.find(reference);
    const isRecent = request && clock.now().getTime() - request.receivedAt.getTime() < pagedFor;
    if (!isRecent || !isSameSecret(token, request.takeToken)) {
      const retryAfter = wrong.take(clientIp(c));
      c.header('Retry-After', retryAfter?.toString());
      return c.html(plainPage('en', retryAfter ? text.tooMany : text.wrong), retryAfter ? 429 : 404, headers);
    }
    const by = inPlainText(String((await c.req.parseBody()).by ?? ''));
    const isFirst = c.req.method === 'POST' && (await store.take({ reference, by }));
    if (isFirst) onTaken(reference);
    return c.html(pageAbout((await store.find(reference)) ?? request, isFirst), 200, headers);
  });
  return route;
}

function pageAbout(request: ListedRequest, isFirst: boolean) {
  const { reference, fields, takenAt, takenBy } = request;
  const { tel, phone, place } = detailsOf(request);
  const taken =
    takenAt && interpolate(text.taken, { name: takenBy || text.somebody, time: localTime(takenAt) });
  return plainPage(
    'en',
    interpolate(text.title, { reference }),
    html`<p>${[serviceInWords(fields.service), place].filter(Boolean).join(', ')}</p>
<p>${tel ? html`<a href="${tel}">${phone}</a>` : phone}</p>
<p role="status">${isFirst ? text.thanks : (taken ?? text.nobody)}</p>
${taken ? '' : form}`,
  );
}

const form = html`<form method="post">
<p><label>${text.name} <input name="by" autocomplete="name"></label></p>
<p><button class="call">${pagingWords.take}</button></p>
</form>`;
