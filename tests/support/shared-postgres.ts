import { once } from 'node:events';
import { createServer } from 'node:http';
import { urlOf } from '../../server/http-server.ts';
import { type PostgresNode, startPostgres } from './postgres.ts';

/** Offers one PostgreSQL to all test files of a run. It is started when the first of them asks for its port. */
export default async function offerPostgres() {
  let started: Promise<PostgresNode> | undefined;
  const server = createServer(async (_, response) => {
    started ??= startPostgres();
    await started.then(
      ({ port }) => response.end(`${port}`),
      (error) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.POSTGRES_OFFER = urlOf(server);
  return async () => {
    server.closeAllConnections();
    server.close();
    await started?.then((node) => node.kill());
  };
}
