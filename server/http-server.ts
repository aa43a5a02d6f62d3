import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { fallbackResponse, fallbackResponseBytes } from './fallback-response.ts';
import { type Log, stackLocation } from './log.ts';
import type { Settings } from './settings.ts';

type ListenAddress = Pick<Settings, 'host' | 'port'>;

/** Milliseconds. Node's defaults (60 and 300 s, checked every 30 s) let idle clients pile up. */
const timeouts: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  // Checked by withOneHost: its 400 has our headers, and HTTP/1.0 needs no Host.
  requireHostHeader: false,
};

/**
 * How long a client may stop reading a response, in milliseconds. Node checks progress at intervals, so a
 * stalled client is disconnected after 15 to 30 s.
 */
const stallTimeout = 15_000;

/**
 * Pipelined requests per connection. Browsers and proxies wait for each response before sending the next
 * request; a client that sends thousands without reading would fill the memory.
 */
const maxInFlight = 8;

/** How long a client may keep sending a body that nobody reads, in milliseconds. */
const lingerTimeout = 500;

interface ServerParts {
  fetch(request: Request, bindings: HttpBindings): Response | Promise<Response>;
  siteUrl: string | undefined;
  log: Log;
}

/** The HTTP server. Node's own responses to malformed requests get our headers too. */
export function createHttpServer({ fetch, siteUrl, log }: ServerParts): Server {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const inFlight = new WeakMap<Duplex, number>();
  const respond = getRequestListener(withOneHost(fetch), {
    // For the URL of a request without Host. Nothing depends on it.
    hostname: 'localhost',
    errorHandler: (error) => {
      const status = error instanceof RequestError ? 400 : 500;
      if (status === 500) {
        log('error', stackLocation(error));
      }
      return fallbackResponse(status, siteUrl);
    },
  });
  const server = createServer({ ...timeouts, ...sharedOnceClosed }, receive);
  server.setTimeout(stallTimeout);
  // Unknown expectations may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', receive);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const begun = latest.get(socket);
    if (!socket.writable || (begun?.headersSent && !begun.writableFinished)) {
      // A second response in the middle of the first would corrupt it.
      socket.destroy();
    } else {
      socket.end(fallbackResponseBytes(statusOf[error.code ?? ''] ?? 400, siteUrl));
    }
  });
  return server;

  function receive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    const waiting = inFlight.get(socket) ?? 0;
    if (waiting >= maxInFlight) {
      unanswered.set(socket, outgoing);
      socket.destroy();
    }
    if (!socket.destroyed) {
      latest.set(socket, outgoing);
      inFlight.set(socket, waiting + 1);
      outgoing.once('close', () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1));
      outgoing.once('finish', () => closeIfBodyUnread(incoming));
      respond(incoming, outgoing);
    }
  }
}

/** By socket: the response to the request too many, which is never sent. */
const unanswered = new WeakMap<Socket, ServerResponse>();

/**
 * Node goes on parsing what it has read of a closed connection, up to 64 KiB, and keeps an object for each
 * request and each response until the connection's close event: of 60 connections with 2,000 requests each,
 * 300 MB. Instead, the rest of a connection's requests share those of the one too many.
 */
const sharedOnceClosed = {
  IncomingMessage: new Proxy(IncomingMessage, {
    construct: (Message, [socket]) => unansweredOn(socket)?.req ?? new Message(socket),
  }),
  ServerResponse: new Proxy(ServerResponse, {
    construct: (Response, parameters) => {
      const [{ socket }] = parameters;
      // Node adds a listener for each request.
      return unansweredOn(socket)?.setMaxListeners(0) ?? Reflect.construct(Response, parameters);
    },
  }),
};

function unansweredOn(socket: Socket): ServerResponse | undefined {
  return socket.destroyed ? unanswered.get(socket) : undefined;
}

/**
 * No Host or more than one is a 400 (RFC 9112, 3.2): Node uses the first, but a proxy in front may use the
 * last. HTTP/1.0 has no Host of its own, and the health checks of HAProxy and others speak it.
 */
function withOneHost(fetch: ServerParts['fetch']): Parameters<typeof getRequestListener>[0] {
  return (request, bindings) => {
    const { rawHeaders, headers, httpVersion } = (bindings as HttpBindings).incoming;
    const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
    if (count > 1 || (httpVersion !== '1.0' && !headers.host)) {
      throw new RequestError('Not exactly one Host header');
    }
    return fetch(request, bindings as HttpBindings);
  };
}

/** Without this, a body that continues after its response (of a GET, say) would be read forever. */
function closeIfBodyUnread(incoming: IncomingMessage): void {
  if (!incoming.complete) {
    setTimeout(() => {
      if (!incoming.complete) {
        incoming.socket.destroy();
      }
    }, lingerTimeout);
  }
}

/** The statuses Node uses for these errors. */
const statusOf: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Explains why the server cannot listen, and what to change. */
export function listenErrorMessage(error: NodeJS.ErrnoException, { host, port }: ListenAddress): string {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return `${address} is in use by another program. Set PORT to another port, like PORT=8081`;
    case 'EACCES':
      return `This account may not listen on port ${port}. Set PORT to a number from 1024 up, like PORT=8080`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is "${host}", which is not an IP address of this machine. Set it to one that is, like HOST=127.0.0.1`;
    default:
      return `The server cannot listen on ${address}: ${error.message}`;
  }
}

/** The URL of a listening server: with PORT=0 the only way to know it. */
export function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
