import { Hono, type MiddlewareHandler } from 'hono';
import type { AddressLimits } from './address-limits/address-limits.ts';
import { callerBehind } from './address-limits/caller.ts';
import type { Clock } from './clock.ts';
import { contactRequests } from './contact-requests/route.ts';
import { filePolicy, headersOfEveryAnswer } from './headers.ts';
import { health } from './health.ts';
import { type Log, placeOf } from './log.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Settings } from './settings.ts';
import type { Site } from './static-site/load-site.ts';
import { serveFiles } from './static-site/serve-files.ts';
import { serveSite } from './static-site/serve-site.ts';
import type { RequestStore } from './store/request-store.ts';

export interface AppParts {
  settings: Pick<Settings, 'allowedOrigins' | 'siteUrl' | 'trustedProxyHops'>;
  site: Site;
  limits: AddressLimits;
  store: RequestStore;
  outbox: Pick<Outbox, 'wake'>;
  clock: Clock;
  log: Log;
  /** Aborted when the server is about to end. */
  stopping: AbortSignal;
}

/** What answers, in the order in which it is asked. */
export function createApp({ settings, site, limits, store, outbox, clock, log, stopping }: AppParts): Hono {
  const app = new Hono();
  const everyAnswer = headersOfEveryAnswer(settings.siteUrl);
  app.use(closeWhen(stopping));
  app.use(serveFiles(site, everyAnswer));
  app.use(withHeaders(everyAnswer));
  app.get('/healthz', health(store, clock, stopping));
  app.route(
    '/',
    contactRequests({
      store,
      onKept: outbox.wake,
      allowedOrigins: settings.allowedOrigins,
      caller: callerBehind(settings.trustedProxyHops, log),
      limits,
      clock,
      log,
    }),
  );
  app.all('*', serveSite(site, everyAnswer));
  app.onError((error, c) => {
    log('fault', placeOf(error));
    return c.body(null, 500);
  });
  return app;
}

/** While the server ends, each connection ends with the answer under way. */
function closeWhen(stopping: AbortSignal): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (stopping.aborted) {
      c.header('Connection', 'close');
    }
  };
}

function withHeaders(table: Record<string, string>): MiddlewareHandler {
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(table)) {
      c.header(name, value);
    }
    if (!c.res.headers.has('Content-Security-Policy')) {
      c.header('Content-Security-Policy', filePolicy);
    }
  };
}
