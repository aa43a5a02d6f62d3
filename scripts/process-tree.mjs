import { readdirSync, readFileSync } from 'node:fs';

/**
 * Finds these processes, their process groups, and all of their descendants. On systems other than Linux, finds none,
 * so only whole groups can be killed.
 * @param {readonly number[]} roots The IDs of processes or groups
 */
export function findProcesses(roots) {
  if (roots.length === 0) {
    return [];
  }
  const all = process.platform === 'linux' ? readdirSync('/proc').flatMap(readProcess) : [];
  const tree = new Set(all.filter(({ group, pid }) => roots.includes(group) || roots.includes(pid)));
  for (const { pid } of tree) {
    for (const child of all) {
      if (child.parent === pid) {
        tree.add(child);
      }
    }
  }
  return [...tree];
}

/**
 * Kills these processes, their groups, and all of their descendants.
 * @param {readonly number[]} roots The IDs of processes or groups
 * @param {NodeJS.Signals} signal
 */
export function killAll(roots, signal = 'SIGKILL') {
  // List the processes first. A descendant can't be found once its parent has ended.
  const all = findProcesses(roots).map(({ pid }) => pid);
  for (const pid of [...roots.map((root) => -root), ...roots, ...all]) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
  }
}

/**
 * Reads a process from its folder in /proc. Returns an empty list if it has ended.
 * @param {string} name The folder's name, which is the process's ID
 */
function readProcess(name) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), group: Number(group) }];
  } catch {
    // The folder isn't a process's, or the process has ended.
    return [];
  }
}
