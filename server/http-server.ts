import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';

/** Milliseconds. Node's own (60 and 300 s, looked at every 30 s) let idle clients pile up. */
const timeOuts = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
};

export function createHttpServer(fetch: (request: Request) => Response | Promise<Response>): Server {
  return createAdaptorServer({ fetch, serverOptions: timeOuts }) as Server;
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
