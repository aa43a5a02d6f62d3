import type { Server } from 'node:http';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { Log, logOutput } from './log.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { RequestStore } from './store/request-store.ts';

interface Running {
  server: Server;
  outbox: Outbox;
  store: RequestStore;
  stopping: AbortController;
  log: Log;
  output: ReturnType<typeof logOutput>;
}

/** Milliseconds from the signal on. */
const timeouts = {
  /** Until the server stops listening, however many still come. */
  listening: 1_000,
  /** Until answers and mails under way are given up. */
  grace: 8_000,
  /** Until the process ends, whatever hangs. */
  end: 9_000,
  /** How long the last lines of the log may take. */
  log: 500,
};

/**
 * Ends on SIGTERM, SIGINT or SIGHUP, or when the process that started this one is gone: says so in
 * /healthz, answers what is under way and what still waits to be accepted, gives up a mail in progress as
 * ambiguous after the grace, and exits with 0 within ten seconds. A second signal changes nothing: npm
 * passes on the SIGINT that the terminal has sent already.
 */
export function shutDownOnSignal({ server, outbox, store, stopping, log, output }: Running): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => shutDown(signal));
  }
  process.on('disconnect', () => shutDown('disconnect'));

  async function shutDown(signal: string): Promise<void> {
    if (!stopping.signal.aborted) {
      stopping.abort();
      log('stopping', { signal });
      const stopped = await Promise.race([finish(), pause(timeouts.end, false)]);
      log('stopped', stopped ? {} : { forced: true });
      const logged = await output.flush(timeouts.log);
      if (stopped && logged) {
        process.exit(0);
      } else {
        // A thread that hangs in the disk would hold up an ordinary exit for as long as it hangs.
        process.kill(process.pid, 'SIGKILL');
      }
    }
  }

  async function finish(): Promise<true> {
    const mails = outbox.stop(timeouts.grace);
    const cut = setTimeout(() => server.closeAllConnections(), timeouts.grace);
    await acceptWhatWaits(server);
    await Promise.all([closed(server), mails]);
    clearTimeout(cut);
    await store.close();
    return true;
  }
}

/**
 * Closing a listening socket resets what the kernel has accepted for it. A turn of the event loop takes one
 * connection over, so this goes on until some turns bring none, and until what came has been read.
 */
async function acceptWhatWaits(server: Server): Promise<void> {
  const end = performance.now() + timeouts.listening;
  let quietTurns = 0;
  server.on('connection', () => {
    quietTurns = 0;
  });
  while (quietTurns < 10 && performance.now() < end) {
    await turn();
    quietTurns += 1;
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
