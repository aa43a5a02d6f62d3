import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mutation, type MutationName, mutations } from './mutations.ts';

const root = join(import.meta.dirname, '../..');

/** Runs something with a temporary copy of the project in which one thing is broken. */
export async function withMutation<Result>(
  name: MutationName,
  run: (project: string) => Promise<Result>,
): Promise<Result> {
  const { changes }: Mutation = mutations[name];
  const project = mkdtempSync(join(tmpdir(), 'broken-'));
  try {
    for (const part of [
      'server',
      'content',
      'contract',
      'deploy',
      'lab/faults',
      'lab/records.ts',
      'postbuild',
      'scripts',
      'supabase',
      'tests',
      'package.json',
      '.gitignore',
    ]) {
      cpSync(join(root, part), join(project, part), { recursive: true });
    }
    for (const installed of ['node_modules', '.cache']) {
      symlinkSync(join(root, installed), join(project, installed));
    }
    for (const [file, replacements] of Object.entries(changes)) {
      const source = readFileSync(join(project, file), 'utf8');
      writeFileSync(join(project, file), broken(source, file, replacements));
    }
    return await run(project);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

function broken(source: string, file: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) {
      throw new Error(`${file} no longer holds "${from}" once: mutations.ts must follow it.`);
    }
    return text.replace(from, () => to);
  }, source);
}
