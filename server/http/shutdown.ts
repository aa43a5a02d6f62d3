import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import type { logOutput } from '../log/log-output.ts';

interface Running {
  server: Server;
  outbox: { stop(grace: number): Promise<void> };
  store: { close(): Promise<void> };
  stopping: AbortController;
  log: Log;
  output: ReturnType<typeof logOutput>;
}

/** Milliseconds after the signal. */
export const timeouts = {
  /** Until responses and emails in flight are aborted. */
  grace: 7_000,
  /** Until the process exits, whatever hangs: a busy machine has two seconds to record what was aborted. */
  end: 9_200,
  /** How long writing the last log lines may take. */
  log: 400,
};

/**
 * Shuts down on SIGTERM, SIGINT or SIGHUP. /healthz reports it, and requests in flight are answered. After the
 * grace period an email in progress is aborted; it is ambiguous if it may have arrived. The process exits within
 * ten seconds: with 0, or with 1 if something still hangs. A second signal has no effect, because npm forwards
 * the SIGINT that the terminal has already sent.
 */
export function shutDownOnSignal({ server, outbox, store, stopping, log, output }: Running): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (stopping.signal.aborted) {
        return;
      }
      stopping.abort();
      log('stopping', { signal });
      const stopped = await Promise.race([finish(), pause(timeouts.end, false)]);
      log('stopped', stopped ? {} : { forced: true });
      const logged = await output.flush(timeouts.log);
      if (stopped && logged) {
        process.exit(0);
      }
      endWithThreadsBlocked();
    });
  }

  async function finish(): Promise<true> {
    setTimeout(() => server.closeAllConnections(), timeouts.grace).unref();
    await Promise.all([new Promise((resolve) => server.close(resolve)), outbox.stop(timeouts.grace)]);
    await store.close();
    return true;
  }
}

/**
 * `process.exit` waits for all threads, so one that is blocked on a hung disk delays it. When a process
 * executes another program, its threads end, and that program can exit. We do not use SIGKILL: it leaves no
 * exit code, and in a container the server is the first process, which cannot kill itself.
 */
function endWithThreadsBlocked(): void {
  process.execve?.(process.execPath, [process.execPath, '--eval', 'process.exit(1)']);
}
