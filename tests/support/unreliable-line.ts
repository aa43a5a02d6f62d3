import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contactPath } from '../../contract/contact-fields.ts';

/**
 * What becomes of a submission: it arrives, the server is busy, or the connection drops before the submission has
 * arrived or before its answer has.
 */
export type LineState = 'up' | 'busy' | 'down' | 'unanswered';

/** A proxy before the site, for browsers whose own network a test cannot control. Only submissions ever fail. */
export async function startUnreliableLine(target: string) {
  let state: LineState = 'up';
  let dropped: () => void = () => undefined;
  const { host } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const submission = incoming.method === 'POST' && incoming.url?.startsWith(contactPath);
    if (submission && state === 'down') {
      incoming.socket.destroy();
      dropped();
    } else if (submission && state === 'busy') {
      outgoing.writeHead(503, { 'content-type': 'application/problem+json', connection: 'close' }).end('{}');
    } else {
      const { method, url, headers } = incoming;
      const forwarded = request(`http://${host}${url}`, { method, headers }, (answer) => {
        if (submission && state === 'unanswered') {
          answer.resume();
          incoming.socket.destroy();
          dropped();
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next: LineState) {
      state = next;
    },
    /** Resolves when the next submission is dropped. */
    dropped: () =>
      new Promise<void>((resolve) => {
        dropped = resolve;
      }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
