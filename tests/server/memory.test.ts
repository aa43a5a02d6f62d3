import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeSettings } from '../../scripts/serve.mjs';
import { loadSite } from '../../server/static-site/load-site.ts';
import { startServer } from '../support/start-server.ts';

/** Resident memory in MB, after every file was fetched in every encoding. A Node with an idle worker takes 53. */
const limit = 110;

test.skipIf(!existsSync('/proc/self/smaps_rollup'))(
  `a server that has served every file takes at most ${limit} MB`,
  async () => {
    const env = { ...nodeSettings, NODE_COMPILE_CACHE: mkdtempSync(join(tmpdir(), 'compiled-')) };
    // The first start fills the cache of compiled code.
    const first = await startServer({ env });
    await first.stop();
    const server = await startServer({ env });
    for (const path of loadSite('build/site').assets.keys()) {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const answer = await fetch(server.url + path, { headers: { 'Accept-Encoding': encoding } });
        await answer.arrayBuffer();
      }
    }
    const [, kilobytes] =
      /^Rss:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/smaps_rollup`, 'utf8')) ?? [];
    await server.stop();
    expect(Number(kilobytes) / 1024).toBeLessThanOrEqual(limit);
  },
  60_000,
);
