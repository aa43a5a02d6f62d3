/**
 * Tries this version's changes to the tables in DATABASE_URL on a copy of them, and prints the tables' version
 * before and after: {"from":2,"to":3}. All in one transaction that is rolled back: servers continue with the
 * original tables, which are only read.
 */
import { environmentOfServer } from '../server/environment.ts';
import { readSettings } from '../server/settings.ts';
import { migrate } from '../server/store/postgres/migrate.ts';
import { openTransactions } from '../server/store/postgres/transaction.ts';

/** In milliseconds. Copying takes about a second for 100,000 requests. */
const timeout = 10 * 60_000;

const exists = `select from pg_tables where schemaname = 'site_requests' and tablename = 'migrations'`;
const version = 'select max(number) as version from site_requests.migrations';

/** `like` gives indexes other names, and leaves out foreign keys: both are copied by their definitions. */
const copyTables = `
  -- Of one moment, although requests arrive meanwhile.
  rollback;
  begin isolation level repeatable read;
  set local search_path = site_requests, pg_temp;
  alter schema site_requests rename to site_originals;
  create schema site_requests;
  do $$
  declare
    one record;
  begin
    for one in select tablename as name from pg_tables where schemaname = 'site_originals' loop
      execute format(
        'create table site_requests.%1$I (like site_originals.%1$I including all excluding indexes excluding generated)',
        one.name);
      execute format(
        'insert into site_requests.%1$I overriding system value select * from site_originals.%1$I', one.name);
    end loop;
    for one in
      select relname as table_name, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
      from pg_constraint join pg_class on pg_class.oid = conrelid
      where connamespace = 'site_originals'::regnamespace and contype in ('p', 'u', 'f')
      order by contype = 'f'
    loop
      execute format('alter table site_requests.%I add constraint %I %s',
        one.table_name, one.name, replace(one.definition, 'site_originals.', 'site_requests.'));
    end loop;
    for one in
      select indexdef as definition from pg_indexes
      where schemaname = 'site_originals' and indexname not in (select conname from pg_constraint)
    loop
      execute replace(one.definition, 'site_originals.', 'site_requests.');
    end loop;
  end $$`;

process.exitCode = await run();

async function run(): Promise<0 | 1> {
  const { database } = readSettings(environmentOfServer());
  if (database === undefined) {
    console.error('DATABASE_URL is not set.');
    return 1;
  }
  const transactions = openTransactions(database, false);
  let versions: { from: number; to: number } | undefined;
  try {
    await transactions.perform(timeout, async (client) => {
      const versionOf = async () => (await client.query<{ version: number }>(version)).rows[0]?.version ?? 0;
      if ((await client.query(exists)).rows.length === 0) {
        versions = { from: 0, to: 0 };
      } else {
        const from = await versionOf();
        await client.query(copyTables);
        await migrate(client);
        versions = { from, to: await versionOf() };
      }
      throw new Error('Rolled back');
    });
  } catch (error) {
    if (versions === undefined) {
      console.error(`The tables in PostgreSQL cannot be changed: ${(error as Error).message}`);
      return 1;
    }
  } finally {
    await transactions.close();
  }
  console.log(JSON.stringify(versions));
  return 0;
}
