import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { startsProcess } from '../scripts/time-limits.mjs';

interface LockedPackage {
  version?: string;
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

/** The first versions without known vulnerabilities that matter here. Looked up by hand, checked offline. */
const safeFrom: Record<string, string> = {
  nodemailer: '10.4.1',
  hono: '4.13.7',
  '@hono/node-server': '2.0.10',
};

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

test.each(Object.entries(safeFrom))('%s is at least %s', (name, least) => {
  const copies = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
  expect(copies.length).toBeGreaterThan(0);
  for (const [, { version = '' }] of copies) {
    expect(isAtLeast(version, least), `${name} ${version}`).toBe(true);
  }
});

test('versions are compared as numbers', () => {
  expect(isAtLeast('10.4.1', '10.4.1')).toBe(true);
  expect(isAtLeast('10.10.0', '10.4.1')).toBe(true);
  expect(isAtLeast('9.99.99', '10.4.1')).toBe(false);
  expect(isAtLeast('10.4.1-rc.1', '10.4.1')).toBe(false);
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

test('one command writes the SBOM (CycloneDX)', startsProcess, () => {
  const list = JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 64 << 20 }),
  );
  expect(list.bomFormat).toBe('CycloneDX');
  const names = list.components.map(({ name }: { name: string }) => name);
  for (const name of Object.keys(packageFile.dependencies)) {
    expect(names).toContain(name);
  }
});

/** A pre-release comes before its release (semver.org, 11). */
function isAtLeast(version: string, least: string): boolean {
  const [release = '', preRelease] = version.split('-', 2);
  const order = release.localeCompare(least, 'en', { numeric: true });
  return order > 0 || (order === 0 && preRelease === undefined);
}
