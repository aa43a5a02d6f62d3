// npm run fresh-machine [-- bookworm trixie]: the README's two commands, as root, in bare Debian systems that have
// only what debootstrap installs. How apt and npm reach their registries is taken from this machine.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { end, root } from './run.mjs';

/** Debian 13's own Node is one that the README names; Debian 12's is not. */
const systems = { bookworm: { hasNode: false }, trixie: { hasNode: true } };
/** Of the system's only user. */
const home = '/root';
const cache = join(root, '.cache/fresh-machine');

/** This machine's sources of packages. */
const sources = ['/etc/apt/sources.list', ...filesIn('/etc/apt/sources.list.d')].filter(
  (file) => /\.(list|sources)$/.test(file) && existsSync(file),
);

/** Serves on any free port, since the network is this machine's, and ends once the site is up. */
const untilListening = `PORT=0 npm start > /tmp/start.log 2>&1 & started=$!
until grep -q '"event":"listening"\\|^Open http' /tmp/start.log; do
  kill -0 $started 2> /dev/null || { cat /tmp/start.log; exit 1; }
  sleep 0.2
done
kill $started`;

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(systems);
const why = whyNot();
if (why) {
  console.log(`Not run: ${why}\n0 passed, 0 failed, ${names.length} skipped`);
} else {
  const results = names.map(tryOn);
  const passed = results.filter(Boolean).length;
  console.log(`\n${passed} passed, ${results.length - passed} failed`);
  process.exitCode = passed === results.length ? 0 : 1;
}

function whyNot() {
  if (process.getuid?.() !== 0) return 'only root may make a root file system.';
  const asked = ['debootstrap', 'unshare', 'chroot'].filter((program) => !isInstalled(program));
  return asked.length > 0 && `${asked.join(' and ')} must be installed: apt-get install debootstrap.`;
}

/** @param {string} program */
function isInstalled(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** Whether both commands pass. @param {string} name */
function tryOn(name) {
  const system = systems[/** @type {keyof typeof systems} */ (name)];
  if (!system) end(`There is no system "${name}". There are: ${Object.keys(systems).join(', ')}.`);
  const base = baseOf(name);
  const folder = mkdtempSync(join(cache, `${name}-`));
  try {
    must('tar', '-xf', base, '-C', folder);
    // Its root folder: PostgreSQL's account must get through.
    chmodSync(folder, 0o755);
    passOn(folder, name);
    must('git', 'clone', '--quiet', `file://${root}`, join(folder, home, 'site'));
    console.log(`\n── ${name}`);
    const packages = () => Number(inside(folder, 'dpkg-query -W | wc -l').printed);
    const bare = packages();
    const apt = step(
      'apt-get install git npm',
      folder,
      'apt-get update -qq && apt-get install -y -qq git npm',
    );
    const installed = packages();
    if (!system.hasNode) {
      const refusal = inside(folder, 'cd site && npm start');
      console.log(`   with the system's own Node: ${refusal.printed.trim().split('\n').at(-1)}`);
      cpSync(process.execPath, join(folder, 'usr/local/bin/node'));
    }
    const start = step('npm start', folder, `cd site && ${untilListening}`);
    const test = step('npm test', folder, 'cd site && npm test', join(cache, `${name}.log`));
    console.log(`   packages: ${bare} at first, ${installed} with git and npm, ${packages()} at the end`);
    return apt && start && test;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} title @param {string} folder @param {string} command @param {string} [log] */
function step(title, folder, command, log) {
  const startedAt = performance.now();
  const { code, printed } = inside(folder, command);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`   ${title}: ${code === 0 ? 'green' : `red (${code})`} after ${seconds} s`);
  if (log) writeFileSync(log, printed);
  if (code !== 0) {
    const red = printed
      .split('What failed:')
      .slice(1)
      .join()
      .split('\n')
      .filter((line) => /^(✘|Failed:)/.test(line));
    console.log((red.length > 0 ? red : printed.trim().split('\n').slice(-15)).join('\n'));
    if (log) console.log(`   All of its output: ${log}`);
  }
  return code === 0;
}

/**
 * Runs a command in the system, with mounts and processes of its own, which end with it.
 * @param {string} folder @param {string} command
 */
function inside(folder, command) {
  const script = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount -t tmpfs tmpfs "$0/dev/shm" &&
    mount -t sysfs sysfs "$0/sys" && exec chroot "$0" sh -c "cd ~ && $1"`;
  const env = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(([key]) => /proxy|cert|^npm_config_(?!.*prefix|global)/i.test(key)),
    ),
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: home,
    DEBIAN_FRONTEND: 'noninteractive',
  };
  const options = ['--mount', '--pid', '--fork', '--kill-child'];
  const { status, stdout, stderr } = spawnSync('unshare', [...options, 'sh', '-c', script, folder, command], {
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status ?? 1, printed: stdout + stderr };
}

/** What debootstrap makes, kept for the next run. @param {string} name */
function baseOf(name) {
  const archive = join(cache, `${name}.tar`);
  if (!existsSync(archive)) {
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, 'base-'));
    must('debootstrap', '--variant=minbase', name, folder, mirror());
    must('tar', '-cf', archive, '-C', folder, '.');
    rmSync(folder, { recursive: true });
  }
  return archive;
}

/** @param {string} folder */
function filesIn(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

function mirror() {
  const found = sources
    .map((file) => /^(?:URIs:|deb(?: \[.*?\])?) *(\S+)/m.exec(readFileSync(file, 'utf8'))?.[1])
    .find(Boolean);
  return found ?? end('This machine has no sources in /etc/apt to take the mirror from.');
}

/** How this machine reaches its registries: apt's sources and options, npm's settings, certificates. */
function passOn(folder = '', name = '') {
  const [, own = ''] = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  rmSync(join(folder, 'etc/apt/sources.list'), { force: true });
  for (const file of sources) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), readFileSync(file, 'utf8').replaceAll(own, name));
  }
  // The system is thrown away: no need to wait for the disk after each file.
  writeFileSync(join(folder, 'etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n');
  const others = [
    '/etc/apt/apt.conf.d',
    '/etc/resolv.conf',
    '/etc/hosts',
    '/etc/ssl/certs',
    '/usr/local/share/ca-certificates',
    '/usr/etc/npmrc',
  ];
  for (const path of others.filter(existsSync)) {
    cpSync(path, join(folder, path), { recursive: true, dereference: true });
  }
  const ofNpm = join(homedir(), '.npmrc');
  if (existsSync(ofNpm)) cpSync(ofNpm, join(folder, home, '.npmrc'));
}

/** @param {string} command @param {string[]} parameters */
function must(command, ...parameters) {
  const { status, stdout, stderr } = spawnSync(command, parameters, { encoding: 'utf8' });
  if (status !== 0)
    end(`"${[command, ...parameters].join(' ')}" failed: ${(stderr || stdout).trim().split('\n').at(-1)}`);
}
