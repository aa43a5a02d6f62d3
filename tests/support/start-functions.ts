import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { functionName } from '../../contract/contact-fields.ts';
import { dispatchName } from '../../contract/dispatch.ts';
import { acknowledgeName } from '../../contract/function-paths.ts';
import { requestStatusName } from '../../contract/request-status.ts';
import { siteNowName } from '../../contract/site-now.ts';
import { findDeno } from '../../scripts/programs.mjs';
import type { MailApiSink } from './mail-api.ts';
import { startProcess } from './start-server.ts';

const root = join(import.meta.dirname, '../..');

/** What Supabase gives its functions: no program, no foreign code, no writing. */
const permissions = ['--no-prompt', '--allow-env', '--allow-net', '--allow-read', '--allow-import'];

/** The packages are those that npm installed: the same versions, which a test compares. */
const packages = ['--node-modules-dir=manual', '--no-lock', '--cached-only'];

export const pendingName = 'send-pending-email';
export const cronSecret = 'a-secret-for-tests-that-nobody-can-guess';
export const siteUrl = 'https://www.site.example';

/** Starts the functions under the Deno that Supabase runs them on, behind something like its gateway. */
export async function startFunctions(databaseUrl: string, mailApi: MailApiSink, env: Record<string, string>) {
  const config = ['--config', 'supabase/functions/deno.json'];
  const program = [
    'tests/support/edge-runtime.ts',
    functionName,
    pendingName,
    acknowledgeName,
    dispatchName,
    requestStatusName,
    siteNowName,
  ];
  const server = await startProcess(
    findDeno(),
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
    /** Calls the function as the schedule does. */
    sendPending: (secret = cronSecret) =>
      fetch(pending, { method: 'POST', headers: { 'X-Cron-Secret': secret } }),
    /** What a monitor reads. */
    health: async () => (await fetch(pending, { headers: { 'X-Cron-Secret': cronSecret } })).json(),
  };
}
