import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { bareAnswer, bareAnswerBytes } from './bare-answer.ts';
import { type Log, placeOf } from './log.ts';
import type { Settings } from './settings.ts';

type Place = Pick<Settings, 'host' | 'port'>;

/** Milliseconds. Node's own (60 and 300 s, looked at every 30 s) let idle clients pile up. */
const limits: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  // Answered by the adapter's 400, which carries our headers; Node's own does not.
  requireHostHeader: false,
};

/** How long a client may take no byte of an answer, in milliseconds. */
const stalledAfter = 30_000;

interface ServerParts {
  fetch(request: Request, bindings: HttpBindings): Response | Promise<Response>;
  siteUrl: string | undefined;
  log: Log;
}

/** Serves over HTTP. Also what Node answers by itself, to what is no request, carries the header table. */
export function createHttpServer({ fetch, siteUrl, log }: ServerParts): Server {
  const answers = new WeakMap<Duplex, ServerResponse>();
  const answer = getRequestListener(fetch as Parameters<typeof getRequestListener>[0], {
    errorHandler: (error) => {
      const status = error instanceof RequestError ? 400 : 500;
      if (status === 500) {
        log('fault', placeOf(error));
      }
      return bareAnswer(status, siteUrl);
    },
  });
  const take = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    answers.set(incoming.socket, outgoing);
    return answer(incoming, outgoing);
  };
  const server = createServer(limits, take);
  server.setTimeout(stalledAfter);
  // An expectation we do not know may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', take);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const begun = answers.get(socket);
    if (!socket.writable || (begun?.headersSent && !begun.writableFinished)) {
      // A second answer in the middle of the first would corrupt it.
      socket.destroy();
    } else {
      socket.end(bareAnswerBytes(statusOf[error.code ?? ''] ?? 400, siteUrl));
    }
  });
  return server;
}

/** The statuses Node gives its own errors. */
const statusOf: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The sentence for a server that cannot listen where it should. */
export function whyNotListening(error: NodeJS.ErrnoException, { host, port }: Place): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `The address ${host}:${port} is in use by another program. Set PORT to another one, like PORT=8081`;
    case 'EACCES':
      return `This account may not listen on port ${port}. Set PORT to a number from 1024 up, like PORT=8080`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is "${host}", which is no address of this machine. Set it to one that is, like HOST=127.0.0.1`;
    default:
      return `The server cannot listen on ${host}:${port}: ${error.message}`;
  }
}

/** Where a listening server can be reached: with PORT=0 the only way to know. */
export function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('The server does not listen on a port.');
  }
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
