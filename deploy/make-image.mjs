// npm run image: build/image, the container's contents, and the container from it (Containerfile). Arguments
// go to buildah: npm run image -- --tag diesel-site:2
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

/** Leaves out pictures, which are in the built pages, and tests. @param {string} path */
function isServed(path) {
  return path.includes('/build/site') || !/\.(?:test\.ts|jpe?g|webp|png)$/.test(path);
}

/** Excludes Node, which is copied separately. @param {string} path */
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

/** Libraries keep their paths: the loader looks for them there. @param {string} program */
function copyWithLibraries(program) {
  const listed = execFileSync('ldd', [program], { encoding: 'utf8' });
  for (const [, library = ''] of listed.matchAll(/(\/\S+) \(0x/g)) {
    mkdirSync(join(image, 'root', dirname(library)), { recursive: true });
    copyFileSync(library, join(image, 'root', library));
  }
  mkdirSync(join(image, 'root/usr/bin'), { recursive: true });
  copyFileSync(program, join(image, 'root/usr/bin/node'));
}
