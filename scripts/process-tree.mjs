import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {{ pid: number, parent: number, group: number, command: string }} Running */

/**
 * The processes that descend from any of these, or are in a process group that one of these leads. On Linux;
 * elsewhere none are found, and only groups can be ended.
 * @param {readonly number[]} roots
 */
export function processesOf(roots) {
  const all = runningProcesses();
  const found = new Set(all.filter(({ group, pid }) => roots.includes(group) || roots.includes(pid)));
  for (const { pid } of found) {
    for (const child of all) if (child.parent === pid) found.add(child);
  }
  return [...found];
}

/** Kills these processes, their groups and all that descend from them. @param {readonly number[]} roots */
export function killAll(roots) {
  // Listed first: a child whose parent is gone is no longer known as its child.
  const all = processesOf(roots).map(({ pid }) => pid);
  for (const pid of [...roots.map((root) => -root), ...roots, ...all]) signal(pid, 'SIGKILL');
}

/** @param {number} pid negative for a process group @param {NodeJS.Signals} name */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

/** All but those that have ended and wait for their parent to notice. @returns {Running[]} */
function runningProcesses() {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return state === 'Z'
        ? []
        : [{ pid: Number(name), parent: Number(parent), group: Number(group), command }];
    } catch {
      return []; // No process, or it has ended.
    }
  });
}
