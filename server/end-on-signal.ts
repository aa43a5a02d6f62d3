import type { Server } from 'node:http';
import type { Log } from './log.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { RequestStore } from './store/request-store.ts';

interface Running {
  server: Server;
  outbox: Outbox;
  store: RequestStore;
  stopping: AbortController;
  log: Log;
}

/** Milliseconds that answers and mails under way get, and the end whatever hangs. */
const grace = 8_000;
const end = 9_500;

/**
 * Ends on SIGTERM or SIGINT: says so in /healthz, answers what is under way, gives up a mail in
 * progress as ambiguous after the grace, and exits 0 within ten seconds. A second signal changes
 * nothing: npm passes on the SIGINT that the terminal has sent already.
 */
export function endOnSignal({ server, outbox, store, stopping, log }: Running): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!stopping.signal.aborted) {
        stopping.abort();
        log('stopping', { signal });
        finish();
      }
    });
  }

  async function finish(): Promise<void> {
    setTimeout(() => process.exit(0), end);
    const cut = setTimeout(() => server.closeAllConnections(), grace);
    await Promise.all([closed(server), outbox.stop(grace)]);
    clearTimeout(cut);
    await store.close();
    log('stopped');
    process.exit(0);
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
