import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

interface Breakage {
  /** The campaign that must fail. */
  campaign: string;
  file: string;
  from: string;
  to: string;
}

/** For each promise a change of the server that breaks it: the campaign that would not see it proves nothing. */
export const breakages = {
  'no fsyncs': {
    campaign: 'power-loss',
    file: 'server/store/sqlite-database.ts',
    from: 'pragma synchronous = full',
    to: 'pragma synchronous = off',
  },
} satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof breakages;

/** Runs something against a copy of the server with one change in it; the copy is gone afterwards. */
export async function withBreakage<Result>(
  name: BreakageName,
  run: (project: string) => Promise<Result>,
): Promise<Result> {
  const { file, from, to } = breakages[name];
  const project = mkdtempSync(join(tmpdir(), 'broken-'));
  try {
    for (const folder of ['server', 'content', 'contract', 'package.json']) {
      cpSync(join(root, folder), join(project, folder), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
    const source = readFileSync(join(project, file), 'utf8');
    if (source.split(from).length !== 2) {
      throw new Error(`${file} no longer holds "${from}" once: breakages.ts must follow it.`);
    }
    writeFileSync(join(project, file), source.replace(from, to));
    return await run(project);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}
