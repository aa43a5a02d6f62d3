import { startMailApi } from './mail-api.ts';
import { startPostgres } from './postgres.ts';
import { startSmtpSink } from './smtp-sink.ts';
import { siteUrl, startFunctions } from './start-functions.ts';
import { startInProcess } from './start-in-process.ts';
import { startServer } from './start-server.ts';
import { tinySite } from './tiny-site.ts';

export type Backend = Awaited<ReturnType<typeof startBackend>>;

/**
 * What answers the form, with a mail server behind it: the Node server, the function on Supabase in the second
 * run of a suite (vitest.config.ts), or the Node server in this process (lab/mutation).
 */
export function startBackend(env: Record<string, string> = {}) {
  switch (process.env.BACKEND) {
    case 'supabase':
      return startOnSupabase(env);
    case 'in-process':
      return startOnNode(env, startInProcess);
    default:
      return startOnNode(env, (settings) => startServer({ cwd: tinySite(), env: settings }));
  }
}

async function startOnNode(
  env: Record<string, string>,
  start: typeof startInProcess | ((env: Record<string, string>) => ReturnType<typeof startServer>),
) {
  const sink = await startSmtpSink();
  const server = await start({ SMTP_URL: sink.url, ...env });
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
