/** The store behind the barest HTTP there is, with as many calls in a commit as the bench says. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';

const { DATA_DIR = '', CALLS_PER_COMMIT } = process.env;
const store = openSqliteStore(DATA_DIR, console.log, {
  ...(CALLS_PER_COMMIT ? { callsPerCommit: Number(CALLS_PER_COMMIT) } : {}),
});

const server = createServer(async (request, response) => {
  const saved = await store.save({
    fields: (await json(request)) as ContactRequest,
    language: 'en',
    receivedAt: new Date(),
    idempotencyKey: String(request.headers['idempotency-key']),
  });
  response.end(JSON.stringify(saved));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
