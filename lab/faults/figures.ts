import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Figures } from './campaign.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(import.meta.dirname, 'figures');

export interface Passed {
  /** The newest one when it ran. */
  commit: string;
  /** Identifies the server version: see hashOfServer. */
  server: string;
  machine: string;
  figures: Figures;
}

/** Whether a campaign's long form has passed with the current server. */
export function hasPassed(name: string): boolean {
  return existsSync(fileOf(name)) && read(name).server === hashOfServer();
}

export function writeFigures(name: string, server: string, figures: Figures): void {
  mkdirSync(folder, { recursive: true });
  const [{ model } = { model: 'unknown' }] = cpus();
  const machine = `${cpus().length} × ${model}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  const record: Passed = { commit, server, machine, figures };
  writeFileSync(fileOf(name), `${JSON.stringify(record, null, 2)}\n`);
}

/** What each campaign wrote when its long form passed last, by name. */
export function allFigures(): Record<string, Passed> {
  const names = globSync('*.json', { cwd: folder }).map((file) => file.replace('.json', ''));
  return Object.fromEntries(names.sort().map((name) => [name, read(name)]));
}

/** A hash of the server's code, without tests. */
export function hashOfServer(): string {
  const hash = createHash('sha256');
  const files = globSync('{server,contract,supabase}/**/*.{ts,sql}', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  for (const file of files.sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

const fileOf = (name: string) => join(folder, `${name}.json`);
const read = (name: string): Passed => JSON.parse(readFileSync(fileOf(name), 'utf8'));
