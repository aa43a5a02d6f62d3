import { exampleRequest } from './example-request.ts';
import { createMemoryFolder } from './memory-folder.ts';
import { startSmtpSink } from './smtp-sink.ts';
import { type ServerOptions, startServer } from './start-server.ts';

export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * Starts the built site on a real server, with a real SMTP server for the owner's email. The data is in memory, because
 * the server would refuse a request if the disk were busy for five seconds.
 */
export async function startSite(options: ServerOptions = {}) {
  const sink = await startSmtpSink();
  const env = { SMTP_URL: sink.url };
  const server = await startServer({ env, dataDir: createMemoryFolder('site'), ...options });
  return {
    url: server.url,

    /**
     * Waits for the email that contains these words. To detect repeats, it then waits for a later request's email,
     * which arrives after any repeat. Rejects if several emails contain the words.
     */
    async onlyMailWith(words: string) {
      const found = (text: string) => sink.mails.filter((mail) => mail.text?.includes(text));
      const arrived = async (text: string) => {
        while (found(text).length === 0) {
          await sink.received(sink.mails.length + 1);
        }
      };
      await arrived(words);
      const later = `A later request, ${crypto.randomUUID()}`;
      await server.post({ ...exampleRequest, message: later });
      await arrived(later);
      const [mail, ...others] = found(words);
      if (!mail || others.length > 0) {
        throw new Error(`${others.length + 1} emails say "${words}".`);
      }
      const { subject, text = '', html = '', replyTo } = mail;
      return { subject, text, html, replyTo: replyTo?.[0]?.address };
    },

    async stop() {
      await server.stop();
      await sink.stop();
    },
  };
}
