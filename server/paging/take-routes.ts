import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { interpolate } from '../../content/interpolate.ts';
import { pagingWords } from '../../content/words/paging.ts';
import { maxBodyKibibytes } from '../../contract/body-limit.ts';
import { takePath } from '../../contract/function-paths.ts';
import { type Clock, hour } from '../clock.ts';
import { cacheControl, createDocumentPolicy } from '../http/headers.ts';
import { renderPlainPage } from '../http/plain-page.ts';
import type { ReadClientIp } from '../http/rate-limits/client-ip.ts';
import { StoreUnavailableError } from '../queue/transaction.ts';
import { type ActionResult, isEnded } from '../requests/act-on-request.ts';
import type { AlarmLinkTarget } from '../requests/find-by-link.ts';
import type { RequestWithHistory } from '../requests/request-with-history.ts';
import type { RequestStore } from '../store/request-store.ts';
import { formatLocalTime, formatServiceName } from '../text/text.ts';
import { extractDetails, shortenForAlarm, takeKeyHeader, takeTokenHeader } from './alarm.ts';

interface TakeRouteDependencies {
  store: Pick<RequestStore, 'findByTakeToken' | 'takeRequest' | 'consumeActionLimit'>;
  readClientIp: ReadClientIp;
  /** Called after somebody has taken a request, because a service may have to stop its alarms. */
  wakeOutbox(): void;
  clock: Pick<Clock, 'elapsed'>;
}

const { takePage: takePageWords } = pagingWords;

/**
 * Handles "I'm taking it" from programs, like the button in ntfy's notification, and from browsers that are too old
 * for Dispatch, which get a page. The token is the only credential. Only a POST takes a request, because link previews
 * send GET requests.
 */
export function createTakeRoutes({ store, readClientIp, wakeOutbox, clock }: TakeRouteDependencies): Hono {
  const recentRequests = new RecentRequests(clock);
  return new Hono().on(['GET', 'POST'], takePath, limitBody, async (c) => {
    c.header('Cache-Control', cacheControl.never);
    c.header('Content-Security-Policy', createDocumentPolicy(''));
    c.header('Referrer-Policy', 'same-origin');
    const form = c.req.method === 'POST' ? await readPress(c) : undefined;
    // Versions from before November 28, 2026, put the token in the link. After an upgrade, such links work for a day.
    // Once nobody upgrades from such a version, stop reading the query.
    const token = c.req.query('token') ?? c.req.header(takeTokenHeader) ?? form?.token ?? '';
    const press = form?.isViewOnly ? undefined : form?.press;
    try {
      const target = await store.findByTakeToken(token);
      if (!target) {
        const client = readClientIp(c);
        const retryAfterSeconds = await store.consumeActionLimit({ action: 'wrongToken', client });
        c.header('Retry-After', retryAfterSeconds?.toString());
        return c.html(
          renderPlainPage('en', retryAfterSeconds ? takePageWords.tooMany : takePageWords.wrong),
          retryAfterSeconds ? 429 : 404,
        );
      }
      recentRequests.add(token, target);
      const { reference } = target.request;
      const result = press && (await store.takeRequest({ reference, device: null, ...press }));
      if (result?.outcome === 'not_found') {
        return c.html(renderPlainPage('en', takePageWords.wrong), 404);
      }
      if (result?.outcome === 'succeeded' && result.hasChanged) {
        wakeOutbox();
      }
      // ntfy's button shows only whether the press succeeded, so a press that is too late fails.
      const isProgram = c.req.header(takeTokenHeader) !== undefined;
      const isTooLate = isProgram && result !== undefined && isLatePress(result, press?.retryKey);
      return c.html(renderRequest(target, token, result), isTooLate ? 409 : 200);
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) {
        throw error;
      }
      c.header('Retry-After', unavailableRetryAfterSeconds);
      return c.html(renderUnavailable(recentRequests.get(token), { token, retryKey: press?.retryKey }), 503);
    }
  });
}

type PressResult = Exclude<ActionResult, { outcome: 'not_found' }>;

/**
 * Whether somebody else took the request first, or it has ended. If this press has no key and the request was taken
 * without a name, this one may repeat the press that took it, so it isn't late.
 */
function isLatePress({ outcome, request }: PressResult, retryKey: string | undefined): boolean {
  const isIdentified = retryKey !== undefined || Boolean(request.takenBy);
  return outcome === 'has_ended' || (outcome === 'already_taken' && isIdentified);
}

/** Rejects long bodies before they are parsed, because parsing needs several times their size in memory. */
const limitBody = bodyLimit({
  maxSize: maxBodyKibibytes * 1024,
  onError: (c) => c.html(renderPlainPage('en', takePageWords.wrong), 413),
});

const unavailableRetryAfterSeconds = '10';

interface PressForm {
  token: string | undefined;
  /**
   * Whether the form only asks to see the request. Dispatch contains such a form, for browsers that can't run Dispatch.
   */
  isViewOnly: boolean;
  /** The person who presses, and a key that is sent again after a lost response. */
  press: { by: string; retryKey: string | undefined };
}

/** Reads a posted form. A program posts no form, so its POST is a press without a name. It may send a key. */
async function readPress(c: Context): Promise<PressForm> {
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
  const key = body.key ?? c.req.header(takeKeyHeader);
  const retryKey = typeof key === 'string' && /^[\w-]{1,64}$/.test(key) ? key : undefined;
  return {
    token: typeof body.token === 'string' ? body.token : undefined,
    isViewOnly: body.show !== undefined,
    press: { by: shortenForAlarm(String(body.by ?? '')), retryKey },
  };
}

/**
 * The requests that were opened last, which the page can show while the store is unavailable. A hundred take little
 * memory. They are shown for only an hour, because drivers may erase their requests.
 */
class RecentRequests {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #requests = new Map<string, { target: AlarmLinkTarget; openedAt: number }>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  add(token: string, target: AlarmLinkTarget): void {
    // A map lists its entries from the oldest to the newest. Deleting an entry first makes it the newest.
    this.#requests.delete(token);
    this.#requests.set(token, { target, openedAt: this.#clock.elapsed() });
    this.#deleteOld();
  }

  get(token: string): AlarmLinkTarget | undefined {
    this.#deleteOld();
    return this.#requests.get(token)?.target;
  }

  #deleteOld(): void {
    for (const [token, { openedAt }] of this.#requests) {
      if (this.#requests.size > 100 || this.#clock.elapsed() - openedAt >= hour) {
        this.#requests.delete(token);
      }
    }
  }
}

/** Renders the request after a press with this result, or without a press. */
function renderRequest(target: AlarmLinkTarget, token: string, result?: PressResult) {
  const { request } = result ?? target;
  const isSettled = result !== undefined || request.takenAt !== null || isEnded(request);
  const status =
    result?.outcome === 'succeeded' ? takePageWords.thanks : describeStatus(request, result !== undefined);
  const content = html`${renderCallLines(target)}
<p role="status">${status}</p>
${isSettled ? '' : renderTakeForm({ token })}`;
  return renderPlainPage('en', interpolate(takePageWords.title, { reference: request.reference }), content);
}

/**
 * Says whether the request has ended, or who has taken it. Somebody who only opens the page may be that person, because
 * the response to an earlier press may have been lost.
 */
function describeStatus(request: RequestWithHistory, hasPressed: boolean): string {
  const { takenAt, takenBy } = request;
  if (isEnded(request)) {
    return takePageWords.ended;
  }
  if (takenAt === null) {
    return takePageWords.nobody;
  }
  const time = formatLocalTime(new Date(takenAt));
  const sentence = interpolate(takePageWords.taken, { name: takenBy || takePageWords.somebody, time });
  return takenBy || hasPressed ? sentence : `${sentence} ${takePageWords.perhapsYou}`;
}

/** Renders the kind of repair and, if the alarm showed them, the place and the number to call. */
function renderCallLines({ request, hasDetails }: AlarmLinkTarget) {
  const { tel, phone, place } = extractDetails(request);
  const service = formatServiceName(request.fields.service);
  if (!hasDetails) {
    return html`<p>${service}</p>`;
  }
  return html`<p>${[service, place].filter(Boolean).join(', ')}</p>
<p>${tel ? html`<a href="${tel}">${phone}</a>` : phone}</p>`;
}

/** Renders the form. `retryKey` identifies this form, so a repeated press after a lost response is recognized. */
function renderTakeForm({
  token,
  retryKey = randomUUID(),
}: {
  token: string;
  retryKey?: string | undefined;
}) {
  return html`<form method="post">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="key" value="${retryKey}">
<p><label>${takePageWords.name} <input name="by" autocomplete="name"></label></p>
<p><button class="call">${pagingWords.take}</button></p>
</form>`;
}

function renderUnavailable(target: AlarmLinkTarget | undefined, form: Parameters<typeof renderTakeForm>[0]) {
  const { title, text: sentence, number } = takePageWords.unavailable;
  const content = html`<p role="alert">${sentence}</p>
${target ? renderCallLines(target) : html`<p>${number}</p>`}
${renderTakeForm(form)}`;
  return renderPlainPage('en', title, content);
}
