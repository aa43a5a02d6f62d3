// npm run image: build/image, which holds all of the container, and the container from it (Containerfile).
// What follows goes to buildah: npm run image -- --tag diesel-site:2
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { buildIfStale } from '../scripts/build.mjs';
import { mustRun, root } from '../scripts/run.mjs';

const image = join(root, 'build/image');
const app = join(image, 'root/app');

await buildIfStale();
rmSync(image, { recursive: true, force: true });
mkdirSync(join(image, 'data'), { recursive: true });
for (const part of ['build/site', 'content', 'contract', 'package.json', 'server']) {
  cpSync(join(root, part), join(app, part), { recursive: true, filter: isServed });
}
for (const folder of productionPackages()) {
  cpSync(folder, join(app, relative(root, folder)), { recursive: true, filter: isNoNode });
}
copyWithLibraries(process.execPath);

const options = process.argv.slice(2);
await mustRun(
  'buildah',
  'build',
  '--file',
  join(root, 'deploy/Containerfile'),
  ...(options.includes('--tag') ? [] : ['--tag', 'diesel-site']),
  ...options,
  image,
);

/** Pictures are in the built pages, tests in the checkout. @param {string} path */
function isServed(path) {
  return path.includes('/build/site') || !/\.(?:test\.ts|jpe?g|webp|png)$/.test(path);
}

/** Node is copied once, to where systems have it. @param {string} path */
function isNoNode(path) {
  return !/^node(?:-bin)?-(?:linux|darwin)-/.test(basename(path));
}

function productionPackages() {
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed.trim().split('\n').slice(1).filter(isNoNode);
}

/** The libraries stand where they stood: the loader looks for them there. @param {string} program */
function copyWithLibraries(program) {
  const listed = execFileSync('ldd', [program], { encoding: 'utf8' });
  for (const [, library = ''] of listed.matchAll(/(\/\S+) \(0x/g)) {
    mkdirSync(join(image, 'root', dirname(library)), { recursive: true });
    copyFileSync(library, join(image, 'root', library));
  }
  mkdirSync(join(image, 'root/usr/bin'), { recursive: true });
  copyFileSync(program, join(image, 'root/usr/bin/node'));
}
