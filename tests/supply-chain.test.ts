import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };

interface LockedPackage {
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  link?: boolean;
}

const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages as Record<
  string,
  LockedPackage
>;
const { '': _, ...packages } = locked;

/** Packages with an install script. None is run (.npmrc), and all work without. */
const scriptsNotRun = [
  'node_modules/esbuild',
  'node_modules/fsevents',
  'node_modules/sharp',
  'node_modules/vnu-jar',
];

test('every package in the lockfile has an integrity hash and comes from a registry', () => {
  const without = Object.entries(packages).filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
  expect(without.map(([path]) => path)).toEqual([]);
  const elsewhere = Object.values(packages).filter(
    ({ resolved, link }) => link || /^(git|file|http:)/.test(resolved ?? ''),
  );
  expect(elsewhere).toEqual([]);
});

test('no install scripts run, and no new package has one', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  const bringing = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(bringing.map(([path]) => path).filter((path) => !scriptsNotRun.includes(path))).toEqual([]);
});

test('at most eight packages run with our code, each in exactly one version', () => {
  const versions = Object.entries(packageFile.dependencies);
  expect(versions.length).toBeLessThanOrEqual(8);
  for (const [name, version] of [...versions, ...Object.entries(packageFile.devDependencies)]) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

test('the server only imports its declared dependencies', () => {
  const declared = new Set(Object.keys(packageFile.dependencies));
  const sources = globSync('{server,contract,content}/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const imported = sources.flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/from '((?:@[^/']+\/)?[^./'][^/']*)/g),
      ([, name = '']) => name,
    ),
  );
  expect([...new Set(imported)].filter((name) => !name.startsWith('node:') && !declared.has(name))).toEqual(
    [],
  );
});
