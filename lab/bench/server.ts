/**
 * npm run bench -- server
 *
 * Measures requests per second for the landing page, compared to a bare node:http handler that sends the same bytes.
 * The load runs on a separate core from the servers.
 */
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { startProcess, startServer } from '../../tests/support/start-server.ts';
import { type Figures, measureInTurn, median } from '../figures.ts';

const connections = 32;
const measuredTime = 3_000;
const rounds = 5;

const headers = { 'Accept-Encoding': 'br' };

/** Responds to everything with the same bytes. */
const bareHandler = `
  const body = Buffer.from(process.env.BODY, 'base64');
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br', 'content-length': body.length };
  const server = require('http').createServer((_, response) => response.writeHead(200, headers).end(body));
  server.listen(0, '127.0.0.1', () => {
    console.log(JSON.stringify({ event: 'listening', url: 'http://127.0.0.1:' + server.address().port }));
  });`;

export async function benchServer(): Promise<Figures> {
  // `npm run serve` starts the server with these settings.
  const env = { NODE_OPTIONS: '--max-semi-space-size=1', MALLOC_ARENA_MAX: '2' };
  const site = await startServer({ env });
  const body = (await get(site.url)).toString('base64');
  const bare = await startProcess(process.execPath, ['-e', bareHandler], tmpdir(), { BODY: body });
  const rates = await measureInTurn(rounds, [bare.url, site.url], measureRate);
  await Promise.all([bare.stop(), site.stop()]);
  const [floor = 0, ours = 0] = rates.map(median);
  return {
    'requests per second': Math.round(ours),
    'of a bare handler': Math.round(floor),
    ratio: (ours / floor).toFixed(2),
  };
}

/** Measures responses per second over several connections, each with one request in flight. */
async function measureRate(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + measuredTime;
  let responses = 0;
  const client = async () => {
    while (performance.now() < end) {
      await get(url, agent);
      responses += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return (responses * 1_000) / measuredTime;
}

function get(url: string, agent?: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(url, { headers, ...(agent && { agent }) }, (response) => buffer(response).then(resolve, reject))
      .once('error', reject)
      .end();
  });
}
