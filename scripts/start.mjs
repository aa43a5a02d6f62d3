// npm start: from a bare clone to the running site.
import { spawn } from 'node:child_process';
import { buildIfStale } from './build.mjs';
import { install } from './install.mjs';
import { environment, root } from './run.mjs';

await install();
await buildIfStale();

const server = spawn('node', ['server/main.ts'], { cwd: root, env: environment, stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.on(signal, () => server.kill(signal));
}
server.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
