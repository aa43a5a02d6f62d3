// npm run serve: the server alone, on a host where the pages are built already.
import { spawn } from 'node:child_process';
import { environment, root } from './run.mjs';

if (import.meta.main) {
  serve();
}

/** Runs the server until it ends, and ends with its exit code. */
export function serve() {
  // Over the channel the server notices when this process is gone.
  const server = spawn('node', ['server/main.ts'], {
    cwd: root,
    env: environment,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => server.kill(signal));
  }
  server.once('exit', (code) => {
    process.exitCode = code ?? 1;
    clearInterval(watch);
  });
  // npm passes signals on, but not kill -9: without npm, the server would hold its port for good.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) {
      server.kill('SIGTERM');
    }
  }, 1_000);
}
