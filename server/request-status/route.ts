import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { requestStatusPath } from '../../contract/function-paths.ts';
import { type DriverAction, requestTokenHeader } from '../../contract/request-status.ts';
import { ApiError, handleApiErrors, refuseToken } from '../api-error.ts';
import { isAllowedOrigin } from '../http/check-origin.ts';
import { respondWithEtag } from '../http/etag.ts';
import { allowCrossOrigin, cacheControl } from '../http/headers.ts';
import type { ReadClientIp } from '../http/rate-limits/client-ip.ts';
import { readBody } from '../http/read-body.ts';
import type { Log } from '../log/log.ts';
import type { DriverLinkTarget } from '../requests/find-by-link.ts';
import type { RequestStore } from '../store/request-store.ts';
import { createStatus } from './status.ts';

interface RequestStatusDependencies {
  store: Pick<
    RequestStore,
    'findByStatusToken' | 'consumeActionLimit' | 'cancelRequest' | 'undoCancellation' | 'eraseRequest'
  >;
  allowedOrigins: readonly string[];
  readClientIp: ReadClientIp;
  /** Called after an action that stops alarms, starts alarms, or adds owner updates. */
  onDriverAction(reference: string, action: DriverAction['action']): void;
  log: Log;
}

const actionSchema = v.object({ action: v.picklist(['cancel', 'still_needed', 'erase']) });

/** Creates the endpoint for the driver's page. A token is the only credential. */
export function createRequestStatusRoutes(dependencies: RequestStatusDependencies): Hono {
  const { store, allowedOrigins } = dependencies;
  const route = new Hono();
  route.use(requestStatusPath, async (c, next) => {
    c.header('Cache-Control', cacheControl.never);
    c.header('Referrer-Policy', 'no-referrer');
    await next();
  });
  route.use(
    requestStatusPath,
    allowCrossOrigin(allowedOrigins, { methods: ['GET', 'POST'], expose: ['etag'] }),
  );
  route.get(requestStatusPath, (c) =>
    handleApiErrors(c, async () => {
      const target = await findOrRefuse(c, dependencies);
      const { now, ...status } = createStatus(target);
      // The clock alone isn't a change, so a waiting page gets 304.
      return respondWithEtag(c, { ...status, now }, status);
    }),
  );
  route.post(requestStatusPath, (c) =>
    handleApiErrors(c, async () => {
      if (!isAllowedOrigin(c.req.raw.headers, allowedOrigins)) {
        throw new ApiError('cross_origin');
      }
      const target = await findOrRefuse(c, dependencies);
      const { success, output } = v.safeParse(actionSchema, await readBody(c.req.raw));
      if (!success) {
        throw new ApiError('invalid');
      }
      if (target.access !== 'manage') {
        throw new ApiError('read_only');
      }
      await performAction(dependencies, target, output.action);
      const updated = (await store.findByStatusToken(readToken(c))) ?? target;
      return c.json(createStatus(updated));
    }),
  );
  route.all(requestStatusPath, (c) => c.body(null, 405, { Allow: 'GET, POST, OPTIONS' }));
  return route;
}

const readToken = (c: Context) => c.req.header(requestTokenHeader) ?? '';

/** Finds the request, or throws if the token is wrong. */
async function findOrRefuse(
  c: Context,
  { store, readClientIp }: RequestStatusDependencies,
): Promise<DriverLinkTarget> {
  const target = await store.findByStatusToken(readToken(c));
  return target ?? refuseToken(store, readClientIp(c), 'not_found');
}

async function performAction(
  { store, onDriverAction, log }: RequestStatusDependencies,
  { request: { reference } }: DriverLinkTarget,
  action: DriverAction['action'],
): Promise<void> {
  const actions = {
    cancel: store.cancelRequest,
    still_needed: store.undoCancellation,
    erase: (request: { reference: string }) => store.eraseRequest({ ...request, isByDriver: true }),
  };
  const result = await actions[action]({ reference });
  if (result.outcome === 'not_found') {
    throw new ApiError('not_found');
  }
  if (result.outcome !== 'succeeded') {
    throw new ApiError(result.outcome);
  }
  if (result.hasChanged) {
    log('driver_action', { reference, action });
    onDriverAction(reference, action);
  }
}
