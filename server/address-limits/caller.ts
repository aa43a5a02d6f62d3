import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Log } from '../log.ts';
import { clientAddress } from './client-address.ts';

/** Tells the address of each request, for the limits alone: it is neither kept nor logged. */
export type Caller = (c: Context) => string;

export function callerBehind(hops: number, log: Log): Caller {
  let warned = false;

  return (c) => {
    const forwardedFor = c.req.header('X-Forwarded-For') ?? '';
    if (forwardedFor && hops === 0 && !warned) {
      warned = true;
      log(
        'X-Forwarded-For is not trusted, because TRUSTED_PROXY_HOPS is 0: behind a proxy all share one limit',
      );
    }
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
    return clientAddress(incoming?.socket.remoteAddress ?? '', forwardedFor, hops);
  };
}
