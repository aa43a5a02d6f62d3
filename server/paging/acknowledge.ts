import { timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { interpolate } from '../../content/interpolate.ts';
import { pagingWords } from '../../content/words/paging.ts';
import type { Clock } from '../clock.ts';
import { cacheControl, documentPolicy } from '../headers.ts';
import { serviceInWords } from '../mail/message.ts';
import { localTime } from '../mail/text.ts';
import type { ClientIp } from '../rate-limits/client-ip.ts';
import { postLimits } from '../rate-limits/rate-limiter.ts';
import type { ListedRequest } from '../store/list-requests.ts';
import type { RequestStore } from '../store/request-store.ts';
import { acknowledgePath } from './acknowledge-link.ts';
import { detailsOf, inPlainText } from './compose.ts';

interface AcknowledgeParts {
  store: Pick<RequestStore, 'find' | 'take'>;
  clientIp: ClientIp;
  clock: Clock;
  /** Called when a request has been taken, with its reference. */
  onTaken(reference: string): void;
}

/** How long a token is valid, in milliseconds. */
const validFor = 24 * 60 * 60_000;

/** Wrong tokens from one address. */
const wrongTokens = { max: 10, window: 60_000 };

const { acknowledge: text } = pagingWords;

const headers = {
  'Cache-Control': cacheControl.never,
  'Content-Security-Policy': documentPolicy(''),
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
};

/** What pages and emails link to. The token is all that is needed, and only a POST takes the request: previews GET links. */
export function acknowledgments({ store, clientIp, clock, onTaken }: AcknowledgeParts): Hono {
  const wrong = postLimits(clock, wrongTokens);
  const route = new Hono();
  route.get(acknowledgePath, (c) => respond(c));
  route.post(acknowledgePath, bodyLimit({ maxSize: 1_024 }), async (c) => {
    const { by } = await c.req.parseBody();
    return respond(c, typeof by === 'string' ? by : '');
  });
  return route;

  async function respond(c: Context, taker?: string): Promise<Response> {
    const token = c.req.query('token') ?? '';
    const reference = token.slice(0, 6);
    const known = await store.find(reference);
    const isRecent = known && clock.now().getTime() - known.receivedAt.getTime() < validFor;
    if (!isRecent || !isEqual(token, known.takeToken)) {
      const retryAfter = wrong.take(clientIp(c));
      return retryAfter === undefined
        ? c.html(page(text.wrong), 404, headers)
        : c.html(page(text.tooMany), 429, { ...headers, 'Retry-After': String(retryAfter) });
    } else if (taker === undefined) {
      return c.html(pageAbout(known), 200, headers);
    }
    const isFirst = await store.take({ reference, by: inPlainText(taker, 60) });
    if (isFirst) {
      onTaken(reference);
    }
    return c.html(pageAbout((await store.find(reference)) ?? known, isFirst), 200, headers);
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array];
  return a.length === b.length && timingSafeEqual(a, b);
}

function pageAbout({ reference, fields, language, takenAt, takenBy }: ListedRequest, isFirst = false) {
  const { phone, call, place } = detailsOf({ fields, language });
  const taken =
    takenAt &&
    interpolate(takenBy ? text.takenBy : text.taken, { name: takenBy ?? '', time: localTime(takenAt) });
  return page(
    interpolate(text.title, { reference }),
    html`<p>${[serviceInWords(fields.service), place].filter(Boolean).join(', ')}</p>
<p>${call ? html`<a href="${call}">${phone}</a>` : phone}</p>
<p role="status">${isFirst ? text.thanks : (taken ?? text.nobody)}</p>
${taken ? '' : form}`,
  );
}

const form = html`<form method="post">
<p><label>${text.name} <input name="by" autocomplete="name"></label></p>
<p><button class="call">${pagingWords.take}</button></p>
</form>`;

function page(heading: string, content: unknown = '') {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${heading}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/rejection.css">
</head>
<body>
<main>
<h1>${heading}</h1>
${content}
</main>
</body>
</html>
`;
}
