import { startSmtpSink } from './smtp-sink.ts';
import { startInProcess } from './start-in-process.ts';

export type Backend = Awaited<ReturnType<typeof startBackend>>;

/** What answers the form, in this process, with a mail server behind it. */
export async function startBackend(
  env: Record<string, string> = {},
  options: Parameters<typeof startInProcess>[1] = {},
) {
  const sink = await startSmtpSink();
  const server = await startInProcess({ SMTP_URL: sink.url, ...env }, options);
  return {
    ...server,
    /** Of every email that arrived. */
    subjects: () => sink.mails.map(({ subject }) => subject ?? ''),
    stop: async () => {
      await server.stop();
      await sink.stop();
    },
  };
}
