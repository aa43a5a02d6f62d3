import { fieldNames } from '../../../contract/contact-fields.ts';
import { Misconfigured } from './errors.ts';
import requests from './migrations/0001-requests.ts';
import sharedState from './migrations/0002-shared-state.ts';
import type { Transaction } from './transaction.ts';

/**
 * In an order that never changes. As modules, because a Supabase function is deployed without other files.
 */
const migrations = { '0001-requests': requests, '0002-shared-state': sharedState };

/** Any number not used by another advisory lock in this database. */
const migrationLock = 5_016_001;

/** Brings the schema up to date. When several servers start at once, one migrates and the others wait. */
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
        `DATABASE_URL: its schema is version ${from}, but this program only supports up to ${steps.length}: a newer release created it`,
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
      await query(`alter table requests add column "${name}" text not null default ''`);
    }
    await query(revokeOtherRoles);
  }

  async function version(): Promise<number> {
    // Not to_regclass: after waiting for the lock, its cache would still say that the schema does not exist.
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

  /** Contract fields without a column yet: a new field gets its column here. */
  async function missingFields(): Promise<string[]> {
    const { rows } = await query<{ name: string }>(`
      select column_name as name
      from information_schema.columns
      where table_schema = 'site_requests' and table_name = 'requests'`);
    return fieldNames.filter((field) => rows.every(({ name }) => name !== field));
  }
}

/**
 * Revokes whatever the database's default privileges grant to others: only the owner may read visitor data.
 */
const revokeOtherRoles = `
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
