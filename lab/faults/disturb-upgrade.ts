/**
 * Preloaded into an upgrade (NODE_OPTIONS=--import): disturbs one step of its switch. A step is a call that
 * changes files or runs a command. DISTURBANCE=KIND@STEP; STEPS_FILE gets the number of steps if it ends by
 * itself.
 */
import processes from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fill } from './small-disk.ts';

const calls = ['renameSync', 'rmSync', 'copyFileSync', 'linkSync', 'writeFileSync', 'mkdirSync'] as const;
type Call = (...given: unknown[]) => unknown;

if (process.argv[1]?.endsWith('deploy/upgrade.ts')) {
  disturb();
}

function disturb(): void {
  const { DISTURBANCE = '', STEPS_FILE = '', BALLAST = '', OBSTACLE = '' } = process.env;
  const [kind, at] = DISTURBANCE.split('@');
  const { writeFileSync, mkdirSync } = fs;
  let steps = 0;
  process.on('exit', () => writeFileSync(STEPS_FILE, String(steps)));
  for (const name of calls) {
    wrap(fs, name, () => {
      throw new Error(`EIO: i/o error, ${name}`);
    });
  }
  for (const name of ['spawn', 'execFileSync'] as const) {
    const original = processes[name] as Call;
    wrap(processes, name, (_command, _parameters, options) => original('false', [], options));
  }
  syncBuiltinESMExports();

  function wrap(module: object, name: string, fail: Call): void {
    const methods = module as Record<string, Call>;
    const original = methods[name] as Call;
    methods[name] = (...given) => {
      steps += steps > 0 || /forward\.json|stop/.test(given.join()) ? 1 : 0;
      if (steps === Number(at) && kind === 'fail') {
        return fail(...given);
      } else if (steps === Number(at)) {
        happen();
      }
      return original(...given);
    };
  }

  function happen(): void {
    if (kind === 'kill' || kind === 'power cut') {
      process.kill(process.pid, 'SIGKILL');
    } else if (kind === 'hang up') {
      process.kill(process.pid, 'SIGHUP');
    } else if (kind === 'file in the way') {
      mkdirSync(join(OBSTACLE, 'deep'), { recursive: true });
    } else {
      fill(BALLAST);
    }
  }
}
