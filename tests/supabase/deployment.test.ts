import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { functionName } from '../../contract/contact-fields.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { findDeno } from '../../scripts/fetch-package.mjs';
import { startsProcess } from '../../scripts/time-limits.mjs';
import { pendingName } from '../support/start-functions.ts';

const functions = [functionName, pendingName, 'acknowledge'];
const sourceOf = (name: string) => `supabase/functions/${name}/index.ts`;
const config = JSON.parse(readFileSync('supabase/functions/deno.json', 'utf8'));

test('the functions are deployed with the packages that the tests run', () => {
  const { imports, lock } = config as { imports: Record<string, string>; lock: boolean };
  // The hosted bundler knows other lockfiles than the Deno of the tests.
  expect(lock).toBe(false);
  for (const target of Object.values(imports)) {
    const [, packageName = '', version] = /^npm:\/?(@?[^@]+)@([^/]+)\/?$/.exec(target) ?? [];
    expect(version, target).toBe((packageFile.dependencies as Record<string, string>)[packageName]);
  }
});

test('each function has these packages, and lets in callers without a token of Supabase', () => {
  const toml = readFileSync('supabase/config.toml', 'utf8');
  for (const name of functions) {
    expect(toml).toContain(`[functions.${name}]\nverify_jwt = false\nimport_map = "./functions/deno.json"\n`);
  }
});

test('the functions are sound to the type checker of their Deno', startsProcess, () => {
  const forTypes = {
    ...config,
    // pg brings none, and Deno looks for those of Node beside the file that it is given.
    imports: { ...config.imports, pg: typesOf('pg'), '@types/node': typesOf('node') },
    compilerOptions: { exactOptionalPropertyTypes: true },
  };
  const file = `deno-check-${process.pid}.json`;
  writeFileSync(file, JSON.stringify(forTypes));
  const cache = mkdtempSync(join(tmpdir(), 'deno-'));
  try {
    const options = ['check', '--node-modules-dir=manual', '--no-lock', '--config', file];
    execFileSync(findDeno(), [...options, ...functions.map(sourceOf)], {
      env: { DENO_DIR: cache, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
      stdio: 'pipe',
      encoding: 'utf8',
    });
  } finally {
    rmSync(file);
    rmSync(cache, { recursive: true });
  }
});

function typesOf(name: 'pg' | 'node'): string {
  return `npm:@types/${name}@${packageFile.devDependencies[`@types/${name}`]}`;
}
