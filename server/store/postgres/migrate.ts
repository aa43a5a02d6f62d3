import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { fieldNames } from '../../../contract/contact-fields.ts';
import { addField, type Dialect, migrationFrom, schemaVersion } from '../schema.ts';
import { Misconfigured } from './errors.ts';

/** Any number not used by another advisory lock in this database. */
const migrationLock = 5_016_001;

const dialect: Dialect = {
  integer: 'bigint',
  countingKey: 'bigint primary key generated always as identity',
  tableEnd: '',
  hex: (column) => `encode(${column}, 'hex')`,
  escaped: () => '',
};

/** Brings the schema up to date. When several servers start at once, one migrates and the others wait. */
export async function migrate(client: Client): Promise<void> {
  if ((await isUpToDate()) === false) {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await bringUpToDate();
  }

  async function isUpToDate(): Promise<boolean> {
    return (await version()) === schemaVersion && (await missingFields()).length === 0;
  }

  async function bringUpToDate(): Promise<void> {
    const from = await version();
    if (from > schemaVersion) {
      throw new Misconfigured(
        `DATABASE_URL: its schema is version ${from}, but this program only supports up to ${schemaVersion}: a newer release created it`,
      );
    }
    if (from === 0) {
      await client.query('create schema if not exists site_requests');
      await client.query('create table migrations (number integer primary key, file text not null)');
    }
    if (from < schemaVersion) {
      await client.query(migrationFrom(from, dialect, randomBytes(32).toString('hex')));
      await client.query('insert into migrations (number, file) values ($1, $2)', [schemaVersion, 'schema']);
    }
    for (const name of await missingFields()) {
      await client.query(addField(name));
    }
    await client.query(revokeOtherRoles);
  }

  async function version(): Promise<number> {
    // Not to_regclass: after waiting for the lock, its cache would still say that the schema does not exist.
    const table = await client.query('select from pg_tables where schemaname = $1 and tablename = $2', [
      'site_requests',
      'migrations',
    ]);
    if (table.rowCount === 0) {
      return 0;
    }
    const { rows } = await client.query<{ version: number }>(
      'select coalesce(max(number), 0) as version from migrations',
    );
    return rows[0]?.version ?? 0;
  }

  /** Contract fields without a column yet: a new field gets its column here. */
  async function missingFields(): Promise<string[]> {
    const { rows } = await client.query<{ name: string }>(`
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
