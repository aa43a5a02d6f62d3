import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { contactPath } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';

/**
 * Each key that clients have sent, and the reference if they got one. It stays in memory, because this is the only
 * process that is never killed.
 */
export type Ledger = Map<string, string | undefined>;

export type Load = ReturnType<typeof startLoad>;

/**
 * Starts clients that post one request at a time. Each client retries with the same key until the request is
 * acknowledged.
 */
export function startLoad(
  clients: number,
  ledger: Ledger,
  /** Returns the current server's URL, or undefined while none runs. */
  nextServerUrl: () => string | undefined,
  pauseBetweenPosts = 0,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  let isStopped = false;
  const counts = { acknowledged: 0, refused: 0, broken: 0 };
  const finished = Promise.all(Array.from({ length: clients }, client)).then(() => agent.destroy());

  return {
    counts,
    /** Lets each client finish its current attempt. */
    stop() {
      isStopped = true;
      return finished;
    },
  };

  async function client(): Promise<void> {
    while (!isStopped) {
      await postUntilAcknowledged(createKey());
    }
  }

  async function postUntilAcknowledged(key: string): Promise<void> {
    while (!isStopped) {
      const target = nextServerUrl();
      if (target) {
        const { status } = await post(target, key, { ledger, agent });
        counts[status === 200 ? 'acknowledged' : status ? 'refused' : 'broken'] += 1;
        if (status === 200) {
          return pauseBetweenPosts > 0 ? pause(pauseBetweenPosts) : undefined;
        }
      }
      await pause(20);
    }
  }
}

/** Numbers this process's requests, so that each is unique. */
let posted = 0;

export function createKey(): string {
  posted += 1;
  return `request-${process.pid}-${posted}`;
}

/** Creates fields that are unique per request. */
export function createFields(key: string): ContactRequest {
  const message = `This is ${key}.\n${'The truck is at the yard and will not start. '.repeat(8)}`.trim();
  return { ...exampleRequest, service: 'fleet', message };
}

/**
 * Posts a request and records it and its reference in the ledger. The status is undefined if the connection was lost
 * before a response.
 */
export async function post(
  url: string,
  key: string,
  { ledger, agent }: { ledger?: Ledger; agent?: Agent } = {},
) {
  // Adds the key. If an earlier attempt stored a reference, it is kept.
  ledger?.set(key, ledger.get(key));
  const body = JSON.stringify(createFields(key));
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Idempotency-Key': key,
    // Each request comes from a random network. Only a server behind a proxy reads this.
    'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}::1`,
  };
  const sent = request(`${url}${contactPath}`, { method: 'POST', headers, ...(agent && { agent }) });
  // The connection may also be lost during the response.
  sent.on('error', () => undefined).end(body);
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const body = await text(response);
    const { statusCode: status, headers } = response;
    if (status === 200) {
      ledger?.set(key, JSON.parse(body).reference);
    }
    return { status, retryAfter: headers['retry-after'] };
  } catch {
    return {};
  }
}
