/** npm run bench -- lighthouse: Lighthouse's mobile scores of each page, median of three. */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { findBrowser } from '../../scripts/browser.mjs';
import { startServer } from '../../tests/support/start-server.ts';
import type { Figures } from '../records.ts';
import { median } from './statistics.ts';

const paths = ['/', '/about', '/es/', '/es/about', '/404'];
const runs = 3;

export async function benchLighthouse(): Promise<Figures> {
  const site = await startServer();
  const chromePath = (await findBrowser()) ?? '';
  const figures: Figures = {};
  for (const path of paths) {
    const scores = new Map<string, number[]>();
    const failed = new Set<string>();
    for (let run = 0; run < runs; run += 1) {
      const chrome = await launch({
        chromePath,
        chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
      });
      const result = await lighthouse(site.url + path, {
        port: chrome.port,
        logLevel: 'silent',
        ignoreStatusCode: true,
      });
      for (const { id, score, auditRefs } of Object.values(result?.lhr.categories ?? {})) {
        scores.set(id, [...(scores.get(id) ?? []), Math.round((score ?? 0) * 100)]);
        for (const { id: audit, weight } of auditRefs) {
          if (weight > 0 && (result?.lhr.audits[audit]?.score ?? 1) < 0.9) failed.add(audit);
        }
      }
      chrome.kill();
    }
    const line = [...scores].map(([id, all]) => `${id} ${median(all)}`).join(', ');
    figures[path] = `${line}${failed.size ? ` (below in some run: ${[...failed].join(', ')})` : ''}`;
  }
  await site.stop();
  return figures;
}
