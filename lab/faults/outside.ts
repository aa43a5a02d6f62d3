import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { must } from './campaign.ts';

interface Alert {
  event: string;
  reference: string | null;
  /** Milliseconds since the listener was opened. */
  after: number;
}

export type Outside = Awaited<ReturnType<typeof openOutside>>;

/** The owner's webhook, and a monitor that waits for heartbeats. */
export async function openOutside() {
  const startedAt = performance.now();
  const alerts: Alert[] = [];
  const heartbeats: number[] = [];
  let answer: 'takes it' | '500' | 'hangs' = 'takes it';
  let refused = 0;

  const server = createServer(async (request, response) => {
    if (request.url === '/beat') {
      heartbeats.push(performance.now() - startedAt);
      response.end();
      return;
    }
    const body = await text(request);
    if (answer === 'takes it') {
      const { event, reference, at, ...more } = JSON.parse(body);
      must(Object.keys(more).length === 0, `an alert says more: ${Object.keys(more)}`);
      must(new Date(at).toISOString() === at, `the time of an alert is ${at}`);
      alerts.push({ event, reference, after: performance.now() - startedAt });
      response.end();
    } else {
      refused += 1;
      if (answer === '500') {
        response.writeHead(500).end();
      }
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    env: { ALERT_WEBHOOK_URL: `${url}/hook`, HEARTBEAT_URL: `${url}/beat` },
    now: () => performance.now() - startedAt,
    alerts,
    heartbeats,
    refused: () => refused,
    answer(next: typeof answer) {
      answer = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
