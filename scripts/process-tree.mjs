import { readdirSync, readFileSync } from 'node:fs';

/**
 * The processes that descend from any of these, or are in a process group that one of these leads. On Linux;
 * elsewhere none are found, and only groups can be ended.
 * @param {readonly number[]} roots
 */
export function processesOf(roots) {
  const all = process.platform === 'linux' ? readdirSync('/proc').flatMap(describe) : [];
  const found = new Set(all.filter(({ group, pid }) => roots.includes(group) || roots.includes(pid)));
  for (const { pid } of found) {
    for (const child of all) if (child.parent === pid) found.add(child);
  }
  return [...found];
}

/**
 * Kills these processes, their groups and all that descend from them.
 * @param {readonly number[]} roots @param {NodeJS.Signals} signal
 */
export function killAll(roots, signal = 'SIGKILL') {
  // Listed first: a child whose parent is gone is no longer known as its child.
  const all = processesOf(roots).map(({ pid }) => pid);
  for (const pid of [...roots.map((root) => -root), ...roots, ...all]) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}

/** A running process, by its name in /proc. @param {string} name */
function describe(name) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), group: Number(group) }];
  } catch {
    return []; // No process, or it has ended.
  }
}
