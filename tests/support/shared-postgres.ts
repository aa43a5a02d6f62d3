import { startPostgres } from './postgres.ts';

/** One PostgreSQL for all test files of a run. */
export default async function startShared() {
  const node = await startPostgres();
  process.env.POSTGRES_PORT = `${node.port}`;
  return () => node.kill();
}
