// npm run backup -- FILE: a copy of all requests, made while the server runs. A folder instead of a file gets
// a copy named by its day and keeps the last seven: what visitors wrote is deleted there as well.
// Ends with 0 when the copy is whole and on the disk.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { end, root } from '../scripts/run.mjs';

const kept = 7;

const [target, ...rest] = process.argv.slice(2);
if (target === undefined || target === '--help' || rest.length > 0) {
  end('Say where the copy goes: npm run backup -- FILE, or a folder that keeps the last seven.');
}
const source = resolve(root, process.env.DATA_DIR ?? './data', 'requests.sqlite');
if (!existsSync(source)) {
  end(`There is no ${source}. DATA_DIR must be the server's folder, like DATA_DIR=/var/lib/diesel-site`);
}

// What visitors wrote is for this account's eyes only.
process.umask(0o077);
const intoFolder = existsSync(target) && statSync(target).isDirectory();
const file = intoFolder ? join(target, `requests-${new Date().toISOString().slice(0, 10)}.sqlite`) : target;
const unfinished = `${file}.unfinished`;
try {
  rmSync(unfinished, { force: true });
  const database = new DatabaseSync(source, { readOnly: true, timeout: 10_000 });
  // In one step: a copy in several begins anew whenever a request comes in between.
  await backup(database, unfinished, { rate: 0x7fffffff });
  database.close();
  const requests = countRequests(unfinished);
  sync(unfinished);
  renameSync(unfinished, file);
  sync(dirname(resolve(file)));
  if (intoFolder) {
    removeOld(target);
  }
  console.log(`${requests} requests are in ${file}.`);
} catch (error) {
  rmSync(unfinished, { force: true });
  end(`No copy was made: ${error instanceof Error ? error.message : error}`);
}

/** Throws when the copy is not whole. @param {string} copy */
function countRequests(copy) {
  const database = new DatabaseSync(copy);
  const { integrity_check: found } = database.prepare('pragma integrity_check(1)').get() ?? {};
  if (found !== 'ok') {
    throw new Error(`the copy is damaged: ${found}`);
  }
  const { count } = database.prepare('select count(*) as count from requests').get() ?? {};
  database.close();
  return count;
}

/** @param {string} folder */
function removeOld(folder) {
  const copies = readdirSync(folder).filter((name) => /^requests-\d{4}-\d\d-\d\d\.sqlite$/.test(name));
  for (const name of copies.sort().slice(0, -kept)) {
    rmSync(join(folder, name));
  }
}

/** @param {string} path */
function sync(path) {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
