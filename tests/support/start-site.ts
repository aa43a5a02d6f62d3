import { randomUUID } from 'node:crypto';
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

    /** Waits for an email that contains these words, and returns all that do. */
    async mailsWith(words: string) {
      const found = () => sink.mails.filter(({ text }) => text?.includes(words));
      while (found().length === 0) {
        await sink.received(sink.mails.length + 1);
      }
      return found().map(({ subject, text = '', html = '', replyTo }) => ({
        subject,
        text,
        html,
        replyTo: replyTo?.[0]?.address,
      }));
    },

    /** The email that contains these words. Rejects if there are more: they would arrive before a later request's. */
    async onlyMailWith(words: string) {
      await this.mailsWith(words);
      const later = randomUUID();
      await server.post({ ...exampleRequest, message: later });
      await this.mailsWith(later);
      const [mail, ...others] = await this.mailsWith(words);
      if (!mail || others.length) throw new Error(`${others.length + 1} emails say "${words}".`);
      return mail;
    },

    async stop() {
      await server.stop();
      await sink.stop();
    },
  };
}
