import { startMailApi } from './mail-api.ts';
import { startPostgres } from './postgres.ts';
import { startSmtpSink } from './smtp-sink.ts';
import { siteUrl, startFunctions } from './start-functions.ts';
import { startServer } from './start-server.ts';
import { tinySite } from './tiny-site.ts';

export type Backend = Awaited<ReturnType<typeof startBackend>>;

/**
 * What answers the form, with a mail server behind it: the Node server, or the function on Supabase in the
 * second run of a suite (vitest.config.ts).
 */
export function startBackend(env: Record<string, string> = {}) {
  return process.env.BACKEND === 'supabase' ? startOnSupabase(env) : startOnNode(env);
}

async function startOnNode(env: Record<string, string>) {
  const sink = await startSmtpSink();
  const server = await startServer({ cwd: tinySite(), env: { SMTP_URL: sink.url, ...env } });
  return {
    ...server,
    /** The origin before the path of a page. */
    pages: '',
    /** Of every email that arrived. */
    subjects: () => sink.mails.map(({ subject }) => subject ?? ''),
    stop: async () => {
      await server.stop();
      await sink.stop();
    },
  };
}

async function startOnSupabase(env: Record<string, string>) {
  const [postgres, mailApi] = await Promise.all([startPostgres(), startMailApi()]);
  const server = await startFunctions({ databaseUrl: await postgres.newDatabase(), mailApi, env });
  return {
    ...server,
    pages: siteUrl,
    subjects: () => mailApi.mails.map(({ subject }) => subject),
    stop: async () => {
      await server.stop('SIGKILL');
      await mailApi.stop();
      await postgres.stop('SIGQUIT');
    },
  };
}
