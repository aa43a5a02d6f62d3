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
import { linkWorksFor } from './store/claim-requests.ts';
import type { ListedRequest } from './store/list-requests.ts';
import type { RequestStore } from './store/request-store.ts';
import { localTime, serviceInWords } from './text.ts';

interface AcknowledgeParts {
  store: Pick<RequestStore, 'find' | 'take'>;
  clientIp: ClientIp;
  clock: Clock;
  onTaken(reference: string): void;
}

const { acknowledge: text } = pagingWords;

/** What pages and emails link to. The token is all that is needed, and only a POST takes the request: previews GET links. */
export function acknowledgments({ store, clientIp, clock, onTaken }: AcknowledgeParts): Hono {
  // An address may send ten wrong tokens a minute.
  const wrong = createRateLimiter(clock, { max: 10, window: 60_000 });
  return new Hono().on(['GET', 'POST'], acknowledgePath, async (c) => {
    c.header('Cache-Control', cacheControl.never);
    c.header('Content-Security-Policy', documentPolicy(''));
    c.header('Referrer-Policy', 'same-origin');
    const token = c.req.query('token') ?? '';
    const reference = token.slice(0, 6);
    const request = await store.find(reference);
    const isRecent = request && clock.now().getTime() - request.receivedAt.getTime() < linkWorksFor;
    if (!isRecent || !isSameSecret(token, request.takeToken)) {
      const retryAfter = wrong.take(clientIp(c));
      c.header('Retry-After', retryAfter?.toString());
      return c.html(plainPage('en', retryAfter ? text.tooMany : text.wrong), retryAfter ? 429 : 404);
    }
    const by = inPlainText(String((await c.req.parseBody()).by ?? ''));
    const isFirst = c.req.method === 'POST' && (await store.take({ reference, by }));
    if (isFirst) onTaken(reference);
    return c.html(pageAbout((await store.find(reference)) ?? request, isFirst));
  });
}

function pageAbout(request: ListedRequest, isFirst: boolean) {
  const { reference, fields, takenAt: at, takenBy: by } = request;
  const { tel, phone, place } = detailsOf(request);
  const taken = at && interpolate(text.taken, { name: by || text.somebody, time: localTime(at) });
  const form = html`<form method="post">
<p><label>${text.name} <input name="by" autocomplete="name"></label></p>
<p><button class="call">${pagingWords.take}</button></p>
</form>`;
  const content = html`<p>${[serviceInWords(fields.service), place].filter(Boolean).join(', ')}</p>
<p>${tel ? html`<a href="${tel}">${phone}</a>` : phone}</p>
<p role="status">${isFirst ? text.thanks : (taken ?? text.nobody)}</p>
${taken ? '' : form}`;
  return plainPage('en', interpolate(text.title, { reference }), content);
}
