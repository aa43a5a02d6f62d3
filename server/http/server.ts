import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { formatPhone } from '../../content/phone-number.ts';
import { words } from '../../content/words/index.ts';
import { describeError, type Log } from '../log/log.ts';
import { cacheControl, createCommonHeaders, filePolicy } from './headers.ts';

/** Timeouts in milliseconds. Node's defaults (60 and 300 s, checked every 30 s) let idle clients pile up. */
const httpTimeouts: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
};

/**
 * How long a socket may be idle during a request or response. Longer than `requestTimeout`, so that a client that stops
 * sending gets a 408 first. Without the 408, Caddy 2.6 keeps its HTTP/2 stream open indefinitely.
 */
const stallTimeout = 25_000;

/** Time for a client that is still sending to read its response. */
const lingerTimeout = 500;

interface ServerDependencies {
  fetch(request: Request, bindings: HttpBindings): Response | Promise<Response>;
  siteUrl: string | undefined;
  log: Log;
}

/** Creates the HTTP server. Malformed and slow requests usually get our headers and the phone number, too. */
export function createHttpServer({ fetch, siteUrl, log }: ServerDependencies): Server {
  const headers = createFallbackHeaders(siteUrl);
  const latestResponses = new WeakMap<Duplex, ServerResponse>();
  const respond = getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
    // Health checks in HTTP/1.0 may have no Host, so their URLs need a hostname. Nothing depends on its value.
    hostname: 'localhost',
    errorHandler: (error) => {
      const status = error instanceof RequestError ? 400 : 500;
      if (status === 500) {
        log('error', describeError(error));
      }
      return new Response(fallbackText, { status, headers });
    },
  });
  const server = createServer(httpTimeouts, (incoming, outgoing) => {
    latestResponses.set(incoming.socket, outgoing);
    outgoing.on('finish', () => {
      // After the response, Node would keep reading an endless body until `requestTimeout`.
      const destroyIfIncomplete = () => !incoming.complete && incoming.socket.destroy();
      if (!incoming.complete) {
        setTimeout(destroyIfIncomplete, lingerTimeout).unref();
      }
    });
    if (hasTwoHosts(incoming)) {
      outgoing.writeHead(400, headers).end(fallbackText);
    } else {
      respond(incoming, outgoing);
    }
  });
  server.on('checkExpectation', (_, outgoing) => outgoing.writeHead(417, headers).end(fallbackText));
  server.setTimeout(stallTimeout);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = latestResponses.get(socket);
    if (!socket.writable || (response?.headersSent && !response.writableFinished)) {
      // A second response in the middle of the first response would corrupt it.
      socket.destroy();
    } else {
      const status = errorStatuses[error.code ?? ''] ?? 400;
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${fallbackText}`);
      // If the client is still sending, the connection would remain open. Destroying it immediately could lose the
      // response.
      setTimeout(() => socket.destroy(), lingerTimeout).unref();
    }
  });
  return server;
}

/**
 * Checks for a second Host header, which must get a 400 (RFC 9112, 3.2), because a proxy may have checked the other
 * Host. Node silently uses the first one.
 */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

/** The statuses of errors that don't get a 400, by their codes. Node uses the same statuses. */
const errorStatuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** A sentence with our phone number in every language. The request may be a driver's form on a bad connection. */
const fallbackText = Object.values(words)
  .map(({ rejection: { title, call } }) => {
    return `${title}. ${interpolate(call, { phone: formatPhone(business.phone) })}\n`;
  })
  .join('');

function createFallbackHeaders(siteUrl: string | undefined): Record<string, string> {
  return {
    ...createCommonHeaders(siteUrl),
    'Content-Security-Policy': filePolicy,
    'Cache-Control': cacheControl.never,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(fallbackText)),
    Connection: 'close',
  };
}

/** Returns the URL of a listening server. If PORT is 0, the system chooses the port when the server starts. */
export function getServerUrl(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
