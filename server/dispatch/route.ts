import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { type Dashboard, dispatchKeyHeader } from '../../contract/dispatch.ts';
import { dispatchPath } from '../../contract/function-paths.ts';
import { ApiError, handleApiErrors, refuseToken } from '../api-error.ts';
import { day } from '../clock.ts';
import { isAllowedOrigin } from '../http/check-origin.ts';
import { respondWithEtag } from '../http/etag.ts';
import { allowCrossOrigin, cacheControl } from '../http/headers.ts';
import { readBody } from '../http/read-body.ts';
import { StoreUnavailableError } from '../queue/transaction.ts';
import { isSeenAtStale } from '../requests/devices.ts';
import type { StoredDashboard } from '../requests/stored-dashboard.ts';
import { ownerAction } from './action-schemas.ts';
import { createDashboard, describeDetails } from './create-dashboard.ts';
import type { DispatchDependencies } from './dependencies.ts';
import { handleLinkAction, isLinkAction } from './link-actions.ts';
import { performAction } from './perform-action.ts';

/** Creates Dispatch's HTTP endpoint. A paired device sends its key with each call. */
export function createDispatchRoutes(dependencies: DispatchDependencies): Hono {
  const { allowedOrigins } = dependencies;
  const route = new Hono();
  route.use(dispatchPath, async (c, next) => {
    c.header('Cache-Control', cacheControl.never);
    c.header('Referrer-Policy', 'no-referrer');
    await next();
  });
  route.use(dispatchPath, allowCrossOrigin(allowedOrigins, { methods: ['GET', 'POST'], expose: ['etag'] }));
  route.get(dispatchPath, (c) =>
    handleApiErrors(c, async () => {
      const stored = await readAuthorizedDashboard(c, dependencies);
      const reference = c.req.query('reference');
      if (reference !== undefined) {
        return respondWithDetails(c, dependencies, stored, reference);
      }
      const dashboard = await createDashboardWithDisk(stored, dependencies);
      return respondWithEtag(c, dashboard, pickComparedPart(dashboard));
    }),
  );
  route.post(dispatchPath, (c) =>
    handleApiErrors(c, async () => {
      if (!isAllowedOrigin(c.req.raw.headers, allowedOrigins)) {
        throw new ApiError('cross_origin');
      }
      const body = await readBody(c.req.raw);
      if (isLinkAction(body)) {
        return handleLinkAction(c, dependencies, body, () => readAuthorizedDashboard(c, dependencies));
      }
      const { me } = await readAuthorizedDashboard(c, dependencies);
      const { success, output } = v.safeParse(ownerAction, body);
      if (!success) {
        throw new ApiError('invalid');
      }
      const addedChangeIds = await performAction(dependencies, me, output);
      const hasRemovedItself = output.action === 'remove_device' && output.id === me.id;
      const stored = hasRemovedItself ? undefined : await dependencies.store.readDashboard(readKey(c), me);
      if (!stored) {
        throw new ApiError('wrong_key');
      }
      const dashboard = await createDashboardWithDisk(stored, dependencies);
      return c.json({ ...dashboard, site: { ...dashboard.site, addedChangeIds } } satisfies Dashboard);
    }),
  );
  route.all(dispatchPath, (c) => c.body(null, 405, { Allow: 'GET, POST, OPTIONS' }));
  return route;
}

const readKey = (c: Context): string => c.req.header(dispatchKeyHeader) ?? '';

/** Reads the dashboard, or throws if the key is wrong or missing. Earlier wrong keys don't block a right one. */
async function readAuthorizedDashboard(
  c: Context,
  { store, readClientIp }: DispatchDependencies,
): Promise<StoredDashboard> {
  const key = readKey(c);
  const stored = key === '' ? undefined : await store.readDashboard(key);
  if (stored) {
    await recordVisitIfDue(stored, store);
    return stored;
  }
  return refuseToken(store, readClientIp(c), 'wrong_key');
}

/** Records a device's visit, unless the store can't save it now. The device must still be able to read. */
async function recordVisitIfDue(
  { me, wallTime }: StoredDashboard,
  store: DispatchDependencies['store'],
): Promise<void> {
  if (!isSeenAtStale(me, wallTime)) {
    return;
  }
  try {
    await store.recordVisit(me.id);
  } catch (error) {
    // The store logs this error.
    if (!(error instanceof StoreUnavailableError)) {
      throw error;
    }
  }
}

async function createDashboardWithDisk(
  stored: StoredDashboard,
  dependencies: DispatchDependencies,
): Promise<Dashboard> {
  return createDashboard(stored, { ...dependencies, ...(await dependencies.readDiskAndBackups()) });
}

async function respondWithDetails(
  c: Context,
  { store, storedDays }: DispatchDependencies,
  stored: StoredDashboard,
  reference: string,
) {
  const request = await store.findWithHistory(reference);
  if (!request) {
    throw new ApiError('not_found');
  }
  const { emailedAt, doneAt, closedAt, erasedAt } = request;
  // An erased request's fields are already deleted, and the rest of it is deleted a day later.
  const retentionStarts = erasedAt === null ? [emailedAt, doneAt, closedAt].filter((at) => at !== null) : [];
  const toBeDeletedAt =
    retentionStarts.length === 0 ? undefined : Math.min(...retentionStarts) + storedDays * day;
  return c.json({ request: describeDetails(request, stored, toBeDeletedAt) });
}

/**
 * Returns the part of the dashboard that the ETag covers. A page that asks again gets a 304 if only the time, a
 * device's last visit, or the number of free bytes has changed.
 */
function pickComparedPart({ now: _now, me: _me, devices, health, ...rest }: Dashboard): object {
  return {
    ...rest,
    devices: devices.map(({ seenAt: _seenAt, ...device }) => device),
    health: { ...health, disk: health.disk?.usedPercent },
  };
}
