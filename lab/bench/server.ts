/**
 * npm run bench -- server: requests per second for the landing page, compared with a bare node:http handler
 * that sends the same bytes. Each on one core, the load on another.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startServer } from '../../tests/support/start-server.ts';
import { type Figures, median } from '../figures.ts';

const connections = 32;
const measured = 3_000;
const rounds = 5;

export async function benchServer(): Promise<Figures> {
  // As npm run serve starts it.
  const env = { NODE_OPTIONS: '--max-semi-space-size=1', MALLOC_ARENA_MAX: '2' };
  const site = await startServer({ env });
  const bare = await startBare(await once(`${site.url}/`));
  const rates = { site: [] as number[], bare: [] as number[] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      rates.bare.push(await rate(bare.url));
      rates.site.push(await rate(`${site.url}/`));
    }
  } finally {
    bare.stop();
    await site.stop();
  }
  const [ours, floor] = [median(rates.site), median(rates.bare)];
  return {
    'requests per second': Math.round(ours),
    'of a bare handler': Math.round(floor),
    ratio: (ours / floor).toFixed(2),
  };
}

const headers = { 'Accept-Encoding': 'br' };

/** Responds to everything with the given bytes, in a separate process. */
async function startBare(body: Buffer) {
  const file = join(tmpdir(), 'bench-body');
  writeFileSync(file, body);
  const code = `
    const body = require('fs').readFileSync(${JSON.stringify(file)});
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br', 'content-length': body.length };
    require('http').createServer((_, answer) => answer.writeHead(200, headers).end(body))
      .listen(0, '127.0.0.1', function () { console.log(this.address().port) });`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await new Promise<string[]>((resolve) =>
    child.stdout.once('data', (data) => resolve([`${data}`.trim()])),
  );
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

/** Responses per second over several connections, each with one request in flight. */
async function rate(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + measured;
  let answers = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        await once(url, agent);
        answers += 1;
      }
    }),
  );
  agent.destroy();
  return (answers * 1000) / measured;
}

function once(url: string, agent?: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(url, { headers, ...(agent && { agent }) }, (answer) => buffer(answer).then(resolve, reject))
      .once('error', reject)
      .end();
  });
}
