// npm run dev: the pages with hot reload, and the function on the same origin.
import { spawn } from 'node:child_process';
import { buildIfStale } from './build.mjs';
import { install } from './install.mjs';
import { environment, root } from './run.mjs';

await install();
// The server needs built pages to start, although here Astro serves them.
await buildIfStale();

const port = process.env.PORT ?? '8080';
const env = { ...environment, PORT: port, FUNCTION_ORIGIN: `http://127.0.0.1:${port}` };
const children = [
  spawn(
    'node',
    [
      '--watch-path=server',
      '--watch-path=content',
      '--watch-path=contract',
      '--env-file-if-exists=.env',
      'server/main.ts',
    ],
    { cwd: root, env, stdio: 'inherit' },
  ),
  spawn('astro', ['dev'], { cwd: root, env, stdio: 'inherit' }),
];
for (const child of children) {
  child.once('exit', (code) => {
    for (const other of children) other.kill();
    process.exitCode = code ?? 1;
  });
}
