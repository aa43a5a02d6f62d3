import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contactPath } from '../../contract/contact-fields.ts';

/** What becomes of a submission: it arrives, the server is busy, or the connection drops before it has arrived. */
export type LineState = 'up' | 'busy' | 'down';

/** A proxy before the site, for browsers whose own network a test cannot control. Only submissions ever fail. */
export async function startUnreliableLine(target: string) {
  let state: LineState = 'up';
  let dropped: () => void = () => undefined;
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const fails = method === 'POST' && url.startsWith(contactPath) && state;
    if (fails === 'down') {
      incoming.socket.destroy();
      dropped();
    } else if (fails === 'busy') {
      outgoing.writeHead(503, { 'content-type': 'application/problem+json', connection: 'close' }).end('{}');
    } else {
      const forwarded = request(target + url, { method, headers }, (answer) => {
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
