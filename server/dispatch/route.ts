import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { type Board, dispatchKeyHeader } from '../../contract/dispatch.ts';
import { dispatchPath } from '../../contract/function-paths.ts';
import { ApiError, handleApiErrors } from '../api-error.ts';
import { isAllowedOrigin } from '../contact-form/check-origin.ts';
import { readBody } from '../contact-form/read-body.ts';
import { respondWithEtag } from '../http/etag.ts';
import { allowCrossOrigin, cacheControl } from '../http/headers.ts';
import { StoreUnavailableError } from '../queue/transaction.ts';
import { isVisitDue } from '../requests/devices.ts';
import type { StoredBoard } from '../requests/stored-board.ts';
import { ownerAction } from './action-schemas.ts';
import { createBoard, describeDetails } from './board.ts';
import { carryOut } from './carry-out.ts';
import type { DispatchDependencies } from './dependencies.ts';
import { answerLinkAction, isLinkAction } from './link-actions.ts';

const day = 24 * 60 * 60_000;

/** Creates Dispatch's HTTP endpoint. A paired phone sends its key with each call. */
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
      const stored = await readAuthorizedBoard(c, dependencies);
      const reference = c.req.query('reference');
      if (reference !== undefined) {
        return respondWithDetails(c, dependencies, stored, reference);
      }
      const board = await createShownBoard(stored, dependencies);
      return respondWithEtag(c, board, pickComparedPart(board));
    }),
  );
  route.post(dispatchPath, (c) =>
    handleApiErrors(c, async () => {
      if (!isAllowedOrigin(c.req.raw.headers, allowedOrigins)) {
        throw new ApiError('cross_origin');
      }
      const body = await readBody(c.req.raw);
      if (isLinkAction(body)) {
        return answerLinkAction(c, dependencies, body, () => readAuthorizedBoard(c, dependencies));
      }
      const { me } = await readAuthorizedBoard(c, dependencies);
      const { success, output } = v.safeParse(ownerAction, body);
      if (!success) {
        throw new ApiError('invalid');
      }
      const addedChangeIds = await carryOut(dependencies, me, output);
      // The phone may have removed itself, so its key is checked again.
      const board = await createShownBoard(await readAuthorizedBoard(c, dependencies), dependencies);
      return c.json({ ...board, site: { ...board.site, addedChangeIds } } satisfies Board);
    }),
  );
  route.all(dispatchPath, (c) => c.body(null, 405, { Allow: 'GET, POST, OPTIONS' }));
  return route;
}

/** Reads the board, or throws if the key is wrong or missing. Earlier wrong keys don't block a right one. */
async function readAuthorizedBoard(
  c: Context,
  { store, readClientIp }: DispatchDependencies,
): Promise<StoredBoard> {
  const key = c.req.header(dispatchKeyHeader) ?? '';
  const stored = key === '' ? undefined : await store.readBoard(key);
  if (stored) {
    await recordVisitIfDue(stored, store);
    return stored;
  }
  const retryAfterSeconds = await store.countLimitedAction({ what: 'wrongToken', client: readClientIp(c) });
  throw retryAfterSeconds === undefined
    ? new ApiError('wrong_key')
    : new ApiError('slow_down', { retryAfterSeconds });
}

/** Records a phone's visit, unless the store can't save it now. The phone must still be able to read. */
async function recordVisitIfDue(
  { me, wallTime }: StoredBoard,
  store: DispatchDependencies['store'],
): Promise<void> {
  if (!isVisitDue(me, wallTime)) {
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

async function createShownBoard(stored: StoredBoard, dependencies: DispatchDependencies): Promise<Board> {
  return createBoard(stored, { ...dependencies, ...(await dependencies.readDiskAndBackups()) });
}

async function respondWithDetails(
  c: Context,
  { store, storedDays }: DispatchDependencies,
  stored: StoredBoard,
  reference: string,
) {
  const record = await store.readRecord(reference);
  if (!record) {
    throw new ApiError('not_found');
  }
  const { emailedAt, doneAt, closedAt } = record;
  const ends = [emailedAt, doneAt, closedAt].filter((at) => at !== null);
  const toBeDeletedAt = ends.length === 0 ? undefined : Math.min(...ends) + storedDays * day;
  return c.json({ request: describeDetails(record, stored, toBeDeletedAt) });
}

/**
 * Returns the part of the board that the ETag covers. A page that asks again gets a 304 if only the time, a phone's
 * last visit, or the number of free bytes has changed.
 */
function pickComparedPart({ now: _now, me: _me, devices, health, ...rest }: Board): object {
  return {
    ...rest,
    devices: devices.map(({ seenAt: _seenAt, ...device }) => device),
    health: { ...health, disk: health.disk?.usedPercent },
  };
}
