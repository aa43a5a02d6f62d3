import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { interpolate } from '../../content/interpolate.ts';
import { pagingWords } from '../../content/words/paging.ts';
import { acknowledgePath } from '../../contract/function-paths.ts';
import type { Clock } from '../clock.ts';
import { cacheControl, documentPolicy } from '../http/headers.ts';
import { plainPage } from '../http/plain-page.ts';
import type { ClientIp } from '../http/rate-limits/client-ip.ts';
import { createRateLimiter } from '../http/rate-limits/rate-limiter.ts';
import { StoreUnavailable } from '../queue/transaction.ts';
import type { ListedRequest } from '../requests/list.ts';
import { takeLinkWorksFor } from '../requests/request-token.ts';
import { isSameSecret } from '../requests/same-secret.ts';
import type { Take, Taken } from '../requests/take.ts';
import type { RequestStore } from '../store/request-store.ts';
import { localTime, serviceInWords } from '../text/text.ts';
import { detailsOf, inPlainText, takeTokenHeader } from './page.ts';

interface AcknowledgeParts {
  store: Pick<RequestStore, 'find' | 'take'>;
  clientIp: ClientIp;
  clock: Clock;
  /** Called after somebody has taken a request: a service may have to be told. */
  onTaken(): void;
}

/** `hasDetails`: whether the alarm named more than the service. */
type ShownRequest = ListedRequest & { hasDetails: boolean };

const { acknowledge: text } = pagingWords;

/**
 * Takes a request for a program, like the button of ntfy's notification, and for browsers that Dispatch is too new for:
 * they get a page. The token is all that is needed, and only a POST takes the request: previews GET links.
 */
export function acknowledgments({ store, clientIp, clock, onTaken }: AcknowledgeParts): Hono {
  // An address may send ten wrong tokens a minute.
  const wrong = createRateLimiter(clock, { max: 10, window: 60_000 });
  const shown = new ShownRequests();
  return new Hono().on(['GET', 'POST'], acknowledgePath, async (c) => {
    c.header('Cache-Control', cacheControl.never);
    c.header('Content-Security-Policy', documentPolicy(''));
    c.header('Referrer-Policy', 'same-origin');
    const sent = c.req.method === 'POST' ? await readForm(c) : undefined;
    const token = c.req.query('token') ?? c.req.header(takeTokenHeader) ?? sent?.token ?? '';
    const press = sent?.isShow ? undefined : sent?.press;
    try {
      const request = await findByToken(token);
      if (!request) {
        const retryAfter = wrong.take(clientIp(c));
        c.header('Retry-After', retryAfter?.toString());
        return c.html(plainPage('en', retryAfter ? text.tooMany : text.wrong), retryAfter ? 429 : 404);
      }
      shown.add(token, request);
      const taken = press && (await store.take({ reference: request.reference, ...press }));
      if (taken?.isFirst) {
        onTaken();
      }
      return c.html(pageAbout(request, token, taken));
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) {
        throw error;
      }
      c.header('Retry-After', retryAfterUnavailable);
      return c.html(unavailablePage(shown.get(token), { token, key: press?.key }), 503);
    }
  });

  async function findByToken(token: string): Promise<ShownRequest | undefined> {
    const request = await store.find(token.slice(0, 6));
    const isRecent = request && request.age < takeLinkWorksFor;
    if (!isRecent) {
      return undefined;
    }
    const { seen, unseen } = request.takeTokens;
    if (isSameSecret(token, seen)) {
      return { ...request, hasDetails: true };
    }
    return isSameSecret(token, unseen) ? { ...request, hasDetails: false } : undefined;
  }
}

/** In seconds. */
const retryAfterUnavailable = '10';

interface TakeForm {
  token: string | undefined;
  /** Dispatch's own form, for a browser that it is too new for, only shows the request. */
  isShow: boolean;
  press: Pick<Take, 'by' | 'key'>;
}

/** Who presses the button. A program posts no form. */
async function readForm(c: Context): Promise<TakeForm> {
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
  const key = typeof body.key === 'string' && /^[\w-]{1,64}$/.test(body.key) ? body.key : undefined;
  return {
    token: typeof body.token === 'string' ? body.token : undefined,
    isShow: body.show !== undefined,
    press: { by: inPlainText(String(body.by ?? '')), key },
  };
}

/** The latest requests whose right links were opened, so that their numbers can be shown while the store is away. */
class ShownRequests {
  readonly #requests = new Map<string, ShownRequest>();

  add(token: string, request: ShownRequest): void {
    // A map lists what was added first first.
    this.#requests.delete(token);
    this.#requests.set(token, request);
    const [oldest = ''] = this.#requests.keys();
    if (this.#requests.size > 100) {
      this.#requests.delete(oldest);
    }
  }

  get(token: string): ShownRequest | undefined {
    return this.#requests.get(token);
  }
}

function pageAbout(request: ShownRequest, token: string, press?: Taken) {
  const isSettled = press !== undefined || request.takenAt !== null || request.isEnded;
  const content = html`${callLines(request)}
<p role="status">${press?.isYours ? text.thanks : statusOf(request, press)}</p>
${isSettled ? '' : takeForm({ token })}`;
  return plainPage('en', interpolate(text.title, { reference: request.reference }), content);
}

/** Who has taken it. Whoever only looks may be the one, if the answer to their press was lost. */
function statusOf({ takenAt, takenBy, isEnded }: ListedRequest, press?: Taken): string {
  if (isEnded) {
    return text.ended;
  }
  const at = press?.at ?? takenAt;
  if (!at) {
    return text.nobody;
  }
  const name = press?.by ?? takenBy;
  const taken = interpolate(text.taken, { name: name || text.somebody, time: localTime(at) });
  return name || press ? taken : `${taken} ${text.perhapsYou}`;
}

/** Whom to call, and where they are. */
function callLines(request: ShownRequest) {
  const { tel, phone, place } = detailsOf(request);
  const service = serviceInWords(request.fields.service);
  if (!request.hasDetails) {
    return html`<p>${service}</p>`;
  }
  return html`<p>${[service, place].filter(Boolean).join(', ')}</p>
<p>${tel ? html`<a href="${tel}">${phone}</a>` : phone}</p>`;
}

/** The key tells whoever presses again, because the answer was lost, from somebody else. */
function takeForm({ token, key = randomUUID() }: { token: string; key?: string | undefined }) {
  return html`<form method="post">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="key" value="${key}">
<p><label>${text.name} <input name="by" autocomplete="name"></label></p>
<p><button class="call">${pagingWords.take}</button></p>
</form>`;
}

function unavailablePage(request: ShownRequest | undefined, form: Parameters<typeof takeForm>[0]) {
  const { title, text: sentence, number } = text.unavailable;
  const content = html`<p role="alert">${sentence}</p>
${request ? callLines(request) : html`<p>${number}</p>`}
${takeForm(form)}`;
  return plainPage('en', title, content);
}
