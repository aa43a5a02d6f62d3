import { startMailApi } from './mail-api.ts';
import { sharedPostgres } from './postgres.ts';
import { startSmtpSink } from './smtp-sink.ts';
import { siteUrl, startFunctions } from './start-functions.ts';
import { startInProcess } from './start-in-process.ts';

export type Backend = Awaited<ReturnType<typeof startBackend>>;

type Options = Parameters<typeof startInProcess>[1];

/**
 * What answers the form, with a mail server behind it: the Node server in this process, or with
 * BACKEND=supabase the function as Supabase runs it.
 */
export function startBackend(env: Record<string, string> = {}, options: Options = {}) {
  return process.env.BACKEND === 'supabase' ? startOnSupabase(env) : startOnNode(env, options);
}

async function startOnNode(env: Record<string, string>, options: Options) {
  const sink = await startSmtpSink();
  const server = await startInProcess({ SMTP_URL: sink.url, ...env }, options);
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
  const [postgres, mailApi] = await Promise.all([sharedPostgres(), startMailApi()]);
  const server = await startFunctions({ databaseUrl: await postgres.newDatabase(), mailApi, env });
  return {
    ...server,
    pages: siteUrl,
    subjects: () => mailApi.mails.map(({ subject }) => subject),
    stop: async () => {
      await server.stop('SIGKILL');
      await mailApi.stop();
    },
  };
}
