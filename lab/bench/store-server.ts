/** A store behind a minimal HTTP server. STORE selects it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { readDatabaseUrl } from '../../server/connection-urls.ts';
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';
import { exampleRoutes } from '../../tests/support/in-process-store.ts';

const { STORE, DATA_DIR = '', DATABASE_URL = '' } = process.env;

/** The same pool size as the server's. */
const connections = 20;

const keep = STORE === 'bare insert' ? await bareInsert() : throughStore();

const server = createServer(async (request, response) => {
  const fields = (await json(request)) as ContactRequest;
  response.end(JSON.stringify(await keep(fields, String(request.headers['idempotency-key']))));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});

function throughStore() {
  const database = readDatabaseUrl(DATABASE_URL);
  const store = database
    ? openPostgresStore({ server: database, routes: exampleRoutes, log: console.log })
    : openSqliteStore(DATA_DIR, console.log, { routes: exampleRoutes });
  return (fields: ContactRequest, idempotencyKey: string) =>
    store.save({ fields, language: 'en', idempotencyKey });
}

/** The baseline for PostgreSQL: one row, one statement, one commit. */
async function bareInsert() {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: connections });
  await pool.query('create table bare (key text primary key, fields text not null)');
  return async (fields: ContactRequest, key: string) => {
    await pool.query('insert into bare values ($1, $2)', [key, JSON.stringify(fields)]);
    return { reference: key };
  };
}
