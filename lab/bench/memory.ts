/**
 * npm run bench -- memory: resident memory of the server after every file was fetched in every encoding.
 * Fails above the limit.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeSettings } from '../../scripts/serve.mjs';
import { loadSite } from '../../server/static-site/load-site.ts';
import { startServer } from '../../tests/support/start-server.ts';
import type { Figures } from '../records.ts';

/** MB. A Node with an idle worker takes 53. */
const limit = 105;

export async function benchMemory(): Promise<Figures> {
  const env = { ...nodeSettings, NODE_COMPILE_CACHE: mkdtempSync(join(tmpdir(), 'compiled-')) };
  // The first start fills the cache of compiled code.
  await (await startServer({ env })).stop();
  const server = await startServer({ env });
  try {
    for (const path of loadSite('build/site').assets.keys()) {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const answer = await fetch(server.url + path, { headers: { 'Accept-Encoding': encoding } });
        await answer.arrayBuffer();
      }
    }
    const rollup = readFileSync(`/proc/${server.pid}/smaps_rollup`, 'utf8');
    const megabytes = Math.round(Number(/^Rss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024);
    if (megabytes > limit) throw new Error(`The server takes ${megabytes} MB, more than ${limit}.`);
    return { MB: megabytes, limit };
  } finally {
    await server.stop();
  }
}
