import { exampleRequest } from './example-request.ts';
import { memoryFolder } from './memory-folder.ts';
import { startSmtpSink } from './smtp-sink.ts';
import { type ServerOptions, startServer } from './start-server.ts';

export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * The built site on a real server, with a real SMTP server for the owner's email. A disk that is busy for five
 * seconds would have it refuse a request.
 */
export async function startSite(options: ServerOptions = {}) {
  const sink = await startSmtpSink();
  const env = { SMTP_URL: sink.url };
  const server = await startServer({ env, dataDir: memoryFolder('site'), ...options });
  return {
    url: server.url,

    /**
     * Waits for the email that contains these words, and for that of a later request: a repeat would have come before
     * it. Rejects if there are more with these words.
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
