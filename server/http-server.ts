import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Settings } from './settings.ts';

type Place = Pick<Settings, 'host' | 'port'>;

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
