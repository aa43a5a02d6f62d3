/** npm run bench -- lighthouse: Lighthouse's mobile scores of each page, median of three. */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { findBrowser } from '../../scripts/browser.mjs';
import { startServer } from '../../tests/support/start-server.ts';
import type { Figures } from '../records.ts';
import { median } from '../statistics.ts';

const paths = ['/', '/about', '/es/', '/es/about', '/404'];
const runs = 3;

export async function benchLighthouse(): Promise<Figures> {
  const site = await startServer();
  const figures: Figures = {};
  try {
    for (const path of paths) {
      figures[path] = await scoresOf(site.url + path);
    }
    return figures;
  } finally {
    await site.stop();
  }
}

async function scoresOf(url: string): Promise<string> {
  const scores = new Map<string, number[]>();
  const failed = new Set<string>();
  for (let run = 0; run < runs; run += 1) {
    const lhr = await audit(url);
    for (const { id, score, auditRefs } of Object.values(lhr?.categories ?? {})) {
      scores.set(id, [...(scores.get(id) ?? []), Math.round((score ?? 0) * 100)]);
      for (const { id: name, weight } of auditRefs) {
        if (weight > 0 && (lhr?.audits[name]?.score ?? 1) < 0.9) failed.add(name);
      }
    }
  }
  const line = [...scores].map(([id, all]) => `${id} ${median(all)}`).join(', ');
  return `${line}${failed.size ? ` (below in some run: ${[...failed].join(', ')})` : ''}`;
}

async function audit(url: string) {
  const chrome = await launch({
    chromePath: await findBrowser(),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  });
  try {
    const result = await lighthouse(url, { port: chrome.port, logLevel: 'silent', ignoreStatusCode: true });
    return result?.lhr;
  } finally {
    chrome.kill();
  }
}
