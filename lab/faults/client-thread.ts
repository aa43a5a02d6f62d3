import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Clients in a thread of their own, so as not to disturb measurements: a module that takes `workerData` and
 * answers each message with a report. Resolves when it has said that they are there.
 */
export async function startClients<Report>(module: string, workerData: object) {
  const thread = new Worker(new URL(module), { workerData });
  await once(thread, 'message');
  return {
    async report(): Promise<Report> {
      thread.postMessage('report');
      return (await once(thread, 'message'))[0];
    },
    stop: () => thread.terminate(),
  };
}
