import { fieldNames } from '../../../contract/contact-fields.ts';
import { Misconfigured } from './explain.ts';
import requests from './migrations/0001-requests.ts';
import sharedState from './migrations/0002-shared-state.ts';
import type { Transaction } from './transaction.ts';

/** In their order, which never changes. As modules: a function on Supabase is deployed without other files. */
const migrations = { '0001-requests': requests, '0002-shared-state': sharedState };

/** Any number that nothing else in the database locks. */
const migrationLock = 5_016_001;

/** Brings the schema up to date. Ten servers may start at once: one does it, the others wait and find it done. */
export async function migrate({ query }: Transaction): Promise<void> {
  const steps = Object.entries(migrations);
  if ((await isUpToDate()) === false) {
    await query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await bringUpToDate();
  }

  async function isUpToDate(): Promise<boolean> {
    return (await version()) === steps.length && (await missingFields()).length === 0;
  }

  async function bringUpToDate(): Promise<void> {
    const from = await version();
    if (from > steps.length) {
      throw new Misconfigured(
        `DATABASE_URL: the requests there are of version ${from}, this program knows ${steps.length}: it is older than the one that wrote them`,
      );
    }
    if (from === 0) {
      await query('create schema if not exists site_requests');
      await query('create table migrations (number integer primary key, file text not null)');
    }
    for (const [index, [file, sql]] of steps.entries()) {
      if (index >= from) {
        await query(sql);
        await query('insert into migrations (number, file) values ($1, $2)', [index + 1, file]);
      }
    }
    for (const name of await missingFields()) {
      await query(`alter table requests add column ${name} text not null default ''`);
    }
    await query(keepOthersOut);
  }

  async function version(): Promise<number> {
    // Not to_regclass: after the wait for the lock it would still know that there was no such schema.
    const table = await query('select from pg_tables where schemaname = $1 and tablename = $2', [
      'site_requests',
      'migrations',
    ]);
    if (table.changes === 0) {
      return 0;
    }
    const { rows } = await query<{ version: number }>(
      'select coalesce(max(number), 0) as version from migrations',
    );
    return rows[0]?.version ?? 0;
  }

  /** Fields that the contract has and the table does not: each is a column, so a new field becomes one here. */
  async function missingFields(): Promise<string[]> {
    const { rows } = await query<{ name: string }>(`
      select column_name as name
      from information_schema.columns
      where table_schema = 'site_requests' and table_name = 'requests'`);
    return fieldNames.filter((field) => rows.every(({ name }) => name !== field));
  }
}

/** Whatever the defaults of this database give to others, nobody but the owner reads what visitors wrote. */
const keepOthersOut = `
  do $$
  declare granted record;
  begin
    for granted in
      select distinct coalesce(nullif(grantee, 0)::regrole::text, 'public') as role
      from (
        select nspowner as owner, nspacl as acl from pg_namespace where nspname = 'site_requests'
        union all
        select relowner, relacl from pg_class where relnamespace = 'site_requests'::regnamespace
      ) as objects, aclexplode(acl)
      where grantee <> owner
    loop
      execute format('revoke all on schema site_requests from %s', granted.role);
      execute format('revoke all on all tables in schema site_requests from %s', granted.role);
      execute format('revoke all on all sequences in schema site_requests from %s', granted.role);
    end loop;
  end $$`;
