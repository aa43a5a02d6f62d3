import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import type { createLogOutput } from '../log/log-output.ts';

interface ShutdownDependencies {
  server: Server;
  outbox: { stop(grace: number): Promise<void> };
  store: { close(): Promise<void> };
  stopping: AbortController;
  log: Log;
  output: ReturnType<typeof createLogOutput>;
}

export const shutdownTimeouts = {
  /** The time from the signal until the server aborts responses, emails, and alarms that are in progress. */
  grace: 7_000,
  /**
   * The time from the signal until the server stops waiting, even if something hangs. After `grace`, the outbox has a
   * second to record aborted deliveries.
   */
  end: 9_200,
  /** The maximum time to write the last log lines. */
  log: 400,
};

/** Shuts down on SIGTERM, SIGINT, or SIGHUP. Exits within ten seconds, with 1 if something still hangs. */
export function shutDownOnSignal({
  server,
  outbox,
  store,
  stopping,
  log,
  output,
}: ShutdownDependencies): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      // npm forwards the SIGINT that the terminal has already sent, so a second signal has no effect.
      if (stopping.signal.aborted) {
        return;
      }
      // From now on, /healthz reports the shutdown.
      stopping.abort();
      log('stopping', { signal });
      const stopped = await Promise.race([finish(), pause(shutdownTimeouts.end, false)]);
      log('stopped', stopped ? {} : { forced: true });
      const logged = await output.flush(shutdownTimeouts.log);
      if (stopped && logged) {
        process.exit(0);
      }
      endWithThreadsBlocked();
    });
  }

  async function finish(): Promise<true> {
    // Requests in flight have the grace period to get their responses. Then emails and alarms in progress are
    // aborted. A delivery that may have arrived becomes a possible duplicate.
    setTimeout(() => server.closeAllConnections(), shutdownTimeouts.grace).unref();
    await Promise.all([new Promise((resolve) => server.close(resolve)), outbox.stop(shutdownTimeouts.grace)]);
    await store.close();
    return true;
  }
}

/** Exits with 1, even if a thread is blocked. Fails if a thread waits for a disk and the system can't interrupt it. */
function endWithThreadsBlocked(): void {
  // `process.exit` would wait for all threads. execve replaces this process and kills its threads. The new program
  // then exits. Don't use SIGKILL: it sets no exit code, and a container's first process can't kill itself with it.
  process.execve?.(process.execPath, [process.execPath, '--eval', 'process.exit(1)']);
}
