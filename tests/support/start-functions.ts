import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contactFunctionName } from '../../contract/contact-fields.ts';
import { dispatchName } from '../../contract/dispatch.ts';
import { takeName } from '../../contract/function-paths.ts';
import { liveChangesName } from '../../contract/live-changes.ts';
import { requestStatusName } from '../../contract/request-status.ts';
import { ensureDeno } from '../../scripts/programs.mjs';
import type { MailApiSink } from './mail-api.ts';
import { startProcess } from './start-server.ts';

const root = join(import.meta.dirname, '../..');

/** Supabase's permissions for functions, which exclude running programs, native code, and writing files. */
const permissions = ['--no-prompt', '--allow-env', '--allow-net', '--allow-read', '--allow-import'];

/** Uses the packages that npm installed. A test checks that the versions match. */
const packages = ['--node-modules-dir=manual', '--no-lock', '--cached-only'];

export const pendingName = 'send-pending-email';
export const cronSecret = 'a-secret-for-tests-that-nobody-can-guess';
export const siteUrl = 'https://www.site.example';

/** Starts the functions with Supabase's version of Deno, behind an imitation of its gateway. */
export async function startFunctions(databaseUrl: string, mailApi: MailApiSink, env: Record<string, string>) {
  const config = ['--config', 'supabase/functions/deno.json'];
  const program = [
    'tests/support/edge-runtime.ts',
    contactFunctionName,
    pendingName,
    takeName,
    dispatchName,
    requestStatusName,
    liveChangesName,
  ];
  const server = await startProcess(
    ensureDeno(),
    ['run', ...permissions, ...packages, ...config, ...program],
    root,
    {
      DENO_NO_UPDATE_CHECK: '1',
      DENO_DIR: mkdtempSync(join(tmpdir(), 'deno-')),
      DENO_CERT: mailApi.authority,
      SUPABASE_DB_URL: databaseUrl,
      SUPABASE_URL: 'https://ref.supabase.example',
      SITE_URL: siteUrl,
      CRON_SECRET: cronSecret,
      MAIL_TO: 'owner@example.com',
      MAIL_FROM: 'website@example.net',
      LIMITS: 'off',
      ...mailApi.settings,
      ...env,
    },
  );
  const pending = `${server.url}/functions/v1/${pendingName}`;
  return {
    ...server,
    /** Calls the function for pending emails, as the schedule does. */
    sendPending: (secret = cronSecret) =>
      fetch(pending, { method: 'POST', headers: { 'X-Cron-Secret': secret } }),
    /** Returns the health status for a monitor. */
    health: async () => (await fetch(pending, { headers: { 'X-Cron-Secret': cronSecret } })).json(),
  };
}
