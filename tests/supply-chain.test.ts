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

test('every locked package has an integrity hash and comes from a registry', () => {
  const others = Object.values(packages).filter(
    ({ integrity = '', resolved = '', link }) =>
      !integrity.startsWith('sha512-') || link || /^(git|file|http:)/.test(resolved),
  );
  expect(others).toEqual([]);
});

test('no install scripts run', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  const names = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
  // This package works without its install script.
  expect(names).toEqual(['node_modules/esbuild']);
});

test('at most eight packages run in production, each in one exact version', () => {
  const versions = Object.entries(packageFile.dependencies);
  expect(versions.length).toBeLessThanOrEqual(8);
  for (const [name, version] of [...versions, ...Object.entries(packageFile.devDependencies)]) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

test('the server imports only declared dependencies', () => {
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
