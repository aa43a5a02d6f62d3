import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { contactPath } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import type { Ledger } from './ledger.ts';

export interface LoadParts {
  clients: number;
  /** The server's current URL; undefined while there is none. */
  url(): string | undefined;
  ledger?: Ledger;
}

export type Load = ReturnType<typeof startLoad>;

/**
 * Clients that post sequentially. Each retries with the same key until acknowledged, whatever happens to the
 * server.
 */
export function startLoad({ clients, url, ledger }: LoadParts) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  let stopped = false;
  const counts = { acknowledged: 0, refused: 0, broken: 0 };
  const finished = Promise.all(Array.from({ length: clients }, client)).then(() => agent.destroy());

  return {
    counts,
    /** Lets each client finish its current attempt. */
    stop() {
      stopped = true;
      return finished;
    },
  };

  async function client(): Promise<void> {
    while (!stopped) {
      const key = newKey();
      const fields = fieldsOf(key);
      const send = () => postUntilAcknowledged(key, fields);
      await (ledger ? ledger.post(key, fields, send) : send());
    }
  }

  async function postUntilAcknowledged(key: string, fields: ContactRequest): Promise<PostAnswer | undefined> {
    while (!stopped) {
      const target = url();
      const answer = target ? await post(target, key, fields, agent) : undefined;
      if (answer?.status === 200) {
        counts.acknowledged += 1;
        return answer;
      }
      counts[answer?.status ? 'refused' : 'broken'] += target ? 1 : 0;
      await pause(20);
    }
    return undefined;
  }
}

/** Numbers this process's requests, so that each is unique. */
let posted = 0;

export function newKey(): string {
  posted += 1;
  return `request-${process.pid}-${posted}`;
}

/** Several database pages long, unique per request. */
export function fieldsOf(key: string): ContactRequest {
  const message = `This is ${key}.\n${'The truck stands at the yard and will not start. '.repeat(8)}`.trim();
  return { ...exampleRequest, service: 'fleet', message };
}

export interface PostAnswer {
  /** Absent if the connection was lost before a response. */
  status?: number | undefined;
  reference?: string;
  retryAfter?: string | undefined;
}

export function post(url: string, key: string, fields: ContactRequest, agent?: Agent): Promise<PostAnswer> {
  return new Promise((resolve) => {
    const body = JSON.stringify(fields);
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'Idempotency-Key': key,
      // From a network of its own, for a server behind a proxy.
      'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}::1`,
    };
    const sent = request(`${url}${contactPath}`, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('error', () => resolve({}));
      response.on('end', () => {
        const { statusCode: status, headers } = response;
        const reference = status === 200 ? JSON.parse(text).reference : undefined;
        resolve({ status, reference, retryAfter: headers['retry-after'] });
      });
    });
    sent.on('error', () => resolve({}));
    sent.end(body);
  });
}
