// npm run serve: only the server, where the pages are already built.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { requireInstalled } from './install.mjs';
import { environment, root } from './run.mjs';

/**
 * Node settings that save a third of the server's memory (docs/performance.md). From the second start on, compiled
 * code comes from the cache: what strips the types is not even loaded. Two arenas are enough for two threads that
 * allocate; glibc makes eight per core. The unit in deploy/ has all three; the container, which is read-only, has no
 * cache.
 */
export const nodeSettings = {
  NODE_OPTIONS: '--max-semi-space-size=1',
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: join(root, 'build/compile-cache'),
};

// See scripts/build.mjs.
if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  requireInstalled();
  serve();
}

/** Runs the server and exits with its exit code. */
export function serve() {
  // The IPC channel tells the server when this process is gone.
  const server = spawn('node', ['server/main.ts'], {
    cwd: root,
    env: { ...nodeSettings, ...environment },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => server.kill(signal));
  }
  server.once('exit', (code) => {
    process.exitCode = code ?? 1;
    clearInterval(watch);
  });
  // npm forwards signals, but not kill -9: an orphaned server would keep its port.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) {
      server.kill('SIGTERM');
    }
  }, 1_000);
}
