import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { createHealthHandler, type ReadHealth } from './alerts/health.ts';
import type { Clock } from './clock.ts';
import { createContactRoutes } from './contact-form/route.ts';
import type { ActionEffects } from './dispatch/action-effects.ts';
import type { DispatchDependencies } from './dispatch/dependencies.ts';
import { createDispatchRoutes } from './dispatch/route.ts';
import { createCommonHeaders, withHeaders } from './http/headers.ts';
import { getClientIp, type ReadClientIp } from './http/rate-limits/client-ip.ts';
import type { RateLimiter } from './http/rate-limits/rate-limiter.ts';
import { serveAssets, serveOtherPaths } from './http/static-site/serve-assets.ts';
import type { LiveSite } from './live-changes/live-site.ts';
import { createLiveChangesRoutes } from './live-changes/route.ts';
import { describeError, type Log } from './log/log.ts';
import { createTakeRoutes } from './paging/take-routes.ts';
import { createRequestStatusRoutes } from './request-status/route.ts';
import { divideRetention } from './requests/retention.ts';
import type { Settings } from './settings/settings.ts';
import type { RequestStore } from './store/request-store.ts';

interface AppDependencies extends Pick<DispatchDependencies, 'sendsEmail'> {
  settings: Pick<Settings, 'allowedOrigins' | 'siteUrl' | 'trustedProxyHops' | 'retentionDays'>;
  /** The built site with the owner's changes. */
  liveSite: LiveSite;
  /** If undefined, posts to the contact form aren't limited. */
  postLimiter: RateLimiter | undefined;
  store: RequestStore;
  readHealth: ReadHealth;
  /** Called after each accepted post, and after each press of "I'm taking it" without Dispatch that takes a request. */
  wakeOutbox(): void;
  /** The effects of actions in Dispatch and on the driver's page outside the store: emails, alarms, deleted files. */
  effects: ActionEffects;
  /** The names of the recipients in PAGE_URL, without credentials. */
  recipientNames: readonly string[];
  clock: Clock;
  log: Log;
  /** Aborted when the server starts shutting down. */
  stopping: AbortSignal;
}

/** Wires up the routes. Their order matters. */
export function createApp(dependencies: AppDependencies): Hono {
  const { settings, liveSite, store, clock, log, stopping } = dependencies;
  const readClientIp: ReadClientIp = (c) => {
    const forwardedFor = c.req.header('X-Forwarded-For') ?? '';
    return getClientIp(getConnInfo(c).remote.address ?? '', forwardedFor, settings.trustedProxyHops);
  };
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    // A response that begins during the shutdown closes its connection.
    if (stopping.aborted) {
      c.header('Connection', 'close');
    }
  });
  app.use(serveAssets(liveSite.site));
  app.use(withHeaders(createCommonHeaders(settings.siteUrl)));
  app.get('/healthz', createHealthHandler(dependencies.readHealth));
  app.route(
    '/',
    createContactRoutes({
      ...dependencies,
      wakeOutbox: dependencies.wakeOutbox,
      allowedOrigins: settings.allowedOrigins,
      readClientIp,
    }),
  );
  app.route('/', createTakeRoutes({ store, readClientIp, wakeOutbox: dependencies.wakeOutbox, clock }));
  const { allowedOrigins, retentionDays } = settings;
  const shared = { ...dependencies.effects, store, allowedOrigins, readClientIp, log };
  app.route('/', createRequestStatusRoutes(shared));
  app.route(
    '/',
    createDispatchRoutes({
      ...shared,
      recipientNames: dependencies.recipientNames,
      sendsEmail: dependencies.sendsEmail,
      onOwnerChange: () => liveSite.refresh(),
      clock,
      storedDays: divideRetention(retentionDays).store,
    }),
  );
  app.route('/', createLiveChangesRoutes({ store, allowedOrigins, clock }));
  app.all('*', serveOtherPaths(liveSite.site));
  app.onError((error, c) => {
    log('error', describeError(error));
    return c.body(null, 500);
  });
  return app;
}
