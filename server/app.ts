import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { acknowledgments } from './acknowledge.ts';
import type { Clock } from './clock.ts';
import { contactRequests } from './contact-requests/route.ts';
import type { OwnerHooks } from './dispatch/owner-hooks.ts';
import { dispatch } from './dispatch/route.ts';
import { commonHeaders, withHeaders } from './headers.ts';
import { health, watchHealth } from './health.ts';
import { type Log, stackLocation } from './log.ts';
import { type ClientIp, clientIp } from './rate-limits/client-ip.ts';
import type { RateLimiter } from './rate-limits/rate-limiter.ts';
import { requestStatus } from './request-status/route.ts';
import { daysOf } from './retention.ts';
import type { Settings } from './settings.ts';
import type { Site } from './static-site/load-site.ts';
import { serveAssets, serveOtherPaths } from './static-site/serve-assets.ts';
import type { RequestStore } from './store/request-store.ts';

interface AppParts {
  settings: Pick<Settings, 'allowedOrigins' | 'siteUrl' | 'trustedProxyHops' | 'paging' | 'retentionDays'>;
  site: Site;
  /** Absent: posts are not limited. */
  postLimits: RateLimiter | undefined;
  store: RequestStore;
  /** Called after each save, and after somebody has taken a request: a delivery may be due. */
  onSaved(): void;
  /** What happens when a driver or a paired phone acts. */
  hooks: OwnerHooks;
  /** Whether emails are sent, and not only written to files. */
  sendsEmail: boolean;
  clock: Clock;
  log: Log;
  /** Aborted when the server starts shutting down. */
  stopping: AbortSignal;
}

/** Wires up the routes; order matters. */
export function createApp(parts: AppParts): Hono {
  const { settings, site, store, clock, log, stopping } = parts;
  const ipOf: ClientIp = (c) => {
    const forwardedFor = c.req.header('X-Forwarded-For') ?? '';
    return clientIp(getConnInfo(c).remote.address ?? '', forwardedFor, settings.trustedProxyHops);
  };
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    // During shutdown each connection closes after its response.
    if (stopping.aborted) c.header('Connection', 'close');
  });
  app.use(serveAssets(site));
  app.use(withHeaders(commonHeaders(settings.siteUrl)));
  app.get('/healthz', health(watchHealth(store, clock, stopping)));
  app.route('/', contactRequests({ ...parts, allowedOrigins: settings.allowedOrigins, clientIp: ipOf }));
  app.route('/', acknowledgments({ store, clientIp: ipOf, clock, onTaken: parts.onSaved }));
  const { allowedOrigins, paging, retentionDays } = settings;
  const shared = { ...parts.hooks, store, allowedOrigins, clientIp: ipOf, log };
  app.route('/', requestStatus({ ...shared, clock }));
  app.route(
    '/',
    dispatch({
      ...shared,
      recipients: paging.recipients.map(({ name }) => name),
      sendsEmail: parts.sendsEmail,
      storedDays: daysOf(retentionDays).store,
    }),
  );
  app.all('*', serveOtherPaths(site));
  app.onError((error, c) => {
    log('error', stackLocation(error));
    return c.body(null, 500);
  });
  return app;
}
