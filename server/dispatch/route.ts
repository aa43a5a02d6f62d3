import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { type Board, dispatchKeyHeader } from '../../contract/dispatch.ts';
import { dispatchPath } from '../../contract/function-paths.ts';
import { isAllowedOrigin } from '../contact-form/check-origin.ts';
import { Problem, withProblems } from '../contact-form/problem.ts';
import { readBody } from '../contact-form/read-body.ts';
import { respondWithEtag } from '../http/etag.ts';
import { allowCrossOrigin, cacheControl } from '../http/headers.ts';
import type { StoredBoard } from '../requests/stored-board.ts';
import { ownerAction } from './actions.ts';
import { createBoard, describeOpenedRequest } from './board.ts';
import { carryOut } from './carry-out.ts';
import { answerPairing, isPairing } from './pairing.ts';
import type { DispatchParts } from './parts.ts';

const day = 24 * 60 * 60_000;

/** Creates Dispatch's HTTP endpoint. A paired phone sends its key with each call. */
export function createDispatchRoutes(parts: DispatchParts): Hono {
  const { allowedOrigins } = parts;
  const route = new Hono();
  route.use(dispatchPath, async (c, next) => {
    c.header('Cache-Control', cacheControl.never);
    c.header('Referrer-Policy', 'no-referrer');
    await next();
  });
  route.use(dispatchPath, allowCrossOrigin(allowedOrigins, { methods: ['GET', 'POST'], expose: ['etag'] }));
  route.get(dispatchPath, (c) =>
    withProblems(c, async () => {
      const stored = await readAuthorizedBoard(c, parts);
      const reference = c.req.query('reference');
      if (reference !== undefined) {
        return openRequest(c, parts, stored, reference);
      }
      const board = await createShownBoard(stored, parts);
      return respondWithEtag(c, board, pickComparedPart(board));
    }),
  );
  route.post(dispatchPath, (c) =>
    withProblems(c, async () => {
      if (!isAllowedOrigin(c.req.raw.headers, allowedOrigins)) {
        throw new Problem('cross_origin');
      }
      const body = await readBody(c.req.raw);
      if (isPairing(body)) {
        return answerPairing(c, parts, body, () => readAuthorizedBoard(c, parts));
      }
      const { me } = await readAuthorizedBoard(c, parts);
      const { success, output } = v.safeParse(ownerAction, body);
      if (!success) {
        throw new Problem('invalid');
      }
      const newest = await carryOut(parts, me, output);
      // The phone may have removed itself, so its key is checked again.
      const board = await createShownBoard(await readAuthorizedBoard(c, parts), parts);
      return c.json({ ...board, site: { ...board.site, newest } } satisfies Board);
    }),
  );
  route.all(dispatchPath, (c) => c.body(null, 405, { Allow: 'GET, POST, OPTIONS' }));
  return route;
}

/** Reads the board, or throws if the key is wrong. Only wrong keys count as attempts, so a right key always works. */
async function readAuthorizedBoard(c: Context, { store, readClientIp }: DispatchParts): Promise<StoredBoard> {
  const key = c.req.header(dispatchKeyHeader) ?? '';
  const stored = key === '' ? undefined : await store.readBoard(key);
  if (stored) {
    return stored;
  }
  const retryAfter = await store.countLimitedAction({ what: 'wrongToken', client: readClientIp(c) });
  throw retryAfter === undefined ? new Problem('wrong_key') : new Problem('slow_down', { retryAfter });
}

async function createShownBoard(stored: StoredBoard, parts: DispatchParts): Promise<Board> {
  return createBoard(stored, { ...parts, ...(await parts.readDiskAndBackups()) });
}

async function openRequest(
  c: Context,
  { store, storedDays }: DispatchParts,
  stored: StoredBoard,
  reference: string,
) {
  const record = await store.readRecord(reference);
  if (!record) {
    throw new Problem('not_found');
  }
  const { emailedAt, doneAt, closedAt } = record;
  const ends = [emailedAt, doneAt, closedAt].filter((at) => at !== null);
  const toBeDeletedAt = ends.length === 0 ? undefined : Math.min(...ends) + storedDays * day;
  return c.json({ request: describeOpenedRequest(record, stored, toBeDeletedAt) });
}

/**
 * Returns the part of the board that the ETag covers. A page that asks again gets a 304 if only the time, a phone's last
 * visit, or the number of free bytes has changed.
 */
function pickComparedPart({ now: _now, me: _me, devices, health, ...rest }: Board): object {
  return {
    ...rest,
    devices: devices.map(({ seenAt: _seenAt, ...device }) => device),
    // The free bytes change all the time.
    health: { ...health, disk: health.disk?.usedPercent },
  };
}
