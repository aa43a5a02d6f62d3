import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { type Board, dispatchKeyHeader } from '../../contract/dispatch.ts';
import { dispatchPath } from '../../contract/function-paths.ts';
import { isOwnOrigin } from '../contact-form/check-origin.ts';
import { Problem, withProblems } from '../contact-form/problem.ts';
import { readBody } from '../contact-form/read-body.ts';
import { cacheControl, crossOrigin } from '../http/headers.ts';
import { answerUnlessKnown } from '../http/unless-known.ts';
import type { StoredBoard } from '../requests/board.ts';
import { ownerAction } from './actions.ts';
import { boardOf, openedOf } from './board.ts';
import { carryOut } from './carry-out.ts';
import { answerPairing, isPairing } from './pairing.ts';
import type { DispatchParts } from './parts.ts';

const day = 24 * 60 * 60_000;

/** The function of the owner's page. A paired phone shows its key with each call. */
export function dispatch(parts: DispatchParts): Hono {
  const { allowedOrigins } = parts;
  const route = new Hono();
  route.use(dispatchPath, async (c, next) => {
    c.header('Cache-Control', cacheControl.never);
    c.header('Referrer-Policy', 'no-referrer');
    await next();
  });
  route.use(dispatchPath, crossOrigin(allowedOrigins, { methods: ['GET', 'POST'], expose: ['etag'] }));
  route.get(dispatchPath, (c) =>
    withProblems(c, async () => {
      const stored = await readOrRefuse(c, parts);
      const reference = c.req.query('reference');
      if (reference !== undefined) {
        return openRequest(c, parts, stored, reference);
      }
      const board = await shownBoard(stored, parts);
      return answerUnlessKnown(c, board, lastingPart(board));
    }),
  );
  route.post(dispatchPath, (c) =>
    withProblems(c, async () => {
      if (!isOwnOrigin(c.req.raw.headers, allowedOrigins)) {
        throw new Problem('cross_origin');
      }
      const body = await readBody(c.req.raw);
      if (isPairing(body)) {
        return answerPairing(c, parts, body, () => readOrRefuse(c, parts));
      }
      const { me } = await readOrRefuse(c, parts);
      const { success, output } = v.safeParse(ownerAction, body);
      if (!success) {
        throw new Problem('invalid');
      }
      await carryOut(parts, me, output);
      // Its own phone may be the one that was removed.
      return c.json(await shownBoard(await readOrRefuse(c, parts), parts));
    }),
  );
  route.all(dispatchPath, (c) => c.body(null, 405, { Allow: 'GET, POST, OPTIONS' }));
  return route;
}

/** Only wrong keys are counted: a right one always passes. */
async function readOrRefuse(c: Context, { store, clientIp }: DispatchParts): Promise<StoredBoard> {
  const key = c.req.header(dispatchKeyHeader) ?? '';
  const stored = key === '' ? undefined : await store.readBoard(key);
  if (stored) {
    return stored;
  }
  const retryAfter = await store.countAttempt({ what: 'wrongToken', client: clientIp(c) });
  throw retryAfter === undefined ? new Problem('wrong_key') : new Problem('slow_down', { retryAfter });
}

async function shownBoard(stored: StoredBoard, parts: DispatchParts): Promise<Board> {
  return boardOf(stored, { ...parts, ...(await parts.readMachine()) });
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
  const { emailedAt, doneAt } = record;
  const told = doneAt ?? emailedAt;
  const deletedAt = told === null ? undefined : told + storedDays * day;
  return c.json({ request: openedOf(record, stored, deletedAt) });
}

/** What counts as a change of the board. The clock doesn't, nor when a phone was seen: a page that waits gets 304. */
function lastingPart({ now: _now, me: _me, devices, health, ...rest }: Board): object {
  return {
    ...rest,
    devices: devices.map(({ seenAt: _seenAt, ...device }) => device),
    email: health.email,
  };
}
