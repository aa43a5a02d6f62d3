import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folders = {
  campaigns: 'lab/faults/figures',
  proof: 'lab/faults/proof',
  simulation: 'lab/simulation/figures',
  benches: 'lab/bench/figures',
};

/** The figures, in print order. */
export type Figures = Record<string, string | number>;

/** What a campaign, a benchmark or the simulation found when it passed last. */
export interface Passed {
  /** The newest one when it ran. */
  commit: string;
  /** Identifies what it tested: see hashOfServer and hashOfSite. */
  tested: string;
  /** Its load is that of the last minute. */
  machine: string;
  figures: Figures;
}

export function writeRecord(
  kind: keyof typeof folders,
  name: string,
  tested: string,
  figures: Figures,
): void {
  const folder = join(root, folders[kind]);
  mkdirSync(folder, { recursive: true });
  const [{ model } = { model: 'unknown' }] = cpus();
  const machine = `${cpus().length} × ${model}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`;
  const head = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const record: Passed = { commit: head.trim(), tested, machine, figures };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(record, null, 2)}\n`);
}

/** By name, in alphabetical order. */
export function allRecords(kind: keyof typeof folders): Record<string, Passed> {
  const folder = join(root, folders[kind]);
  const names = globSync('*.json', { cwd: folder }).map((file) => file.replace('.json', ''));
  const read = (name: string): Passed => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  return Object.fromEntries(names.sort().map((name) => [name, read(name)]));
}

/** Of the server's code, without tests. */
export const hashOfServer = () => hashOf('{server,contract,supabase}/**/*.{ts,sql}');

/** Of everything that the pages are built from, and of the server that sends them. */
export const hashOfSite = () => hashOf('{site,content,contract,public,renditions,server}/**/*.*');

function hashOf(pattern: string): string {
  const hash = createHash('sha256');
  const files = globSync(pattern, { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && statSync(join(root, file)).isFile(),
  );
  for (const file of files.sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

export function printFigures(figures: Figures): void {
  for (const [name, figure] of Object.entries(figures)) {
    console.log(`   ${name.padEnd(40)} ${figure}`);
  }
}
