import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** The files from which systemd gets the server's settings (docs/going-live.md). */
const installed = { unit: join(root, 'deploy/diesel-site.service'), settings: '/etc/diesel-site.env' };

/**
 * The environment of this copy's server, also for commands that work on its data. Later sources win: `.env`,
 * systemd's settings if this copy is the installed one, then this process's own. systemd's are skipped if
 * this process has DATA_DIR, as it does in a unit. Throws an explanation if this account may not read a file.
 */
export function environmentOfServer({ unit, settings } = installed): Record<string, string | undefined> {
  const fromSystemd = process.env.DATA_DIR ? {} : ofInstalled(unit, settings);
  return { ...readEnv('.env'), ...fromSystemd, ...process.env };
}

function ofInstalled(unit: string, settings: string): Record<string, string | undefined> {
  const lines = existsSync(settings) ? readFileSync(unit, 'utf8') : '';
  const folder = /^WorkingDirectory=(.+)$/m.exec(lines)?.[1];
  if (folder === undefined || !existsSync(folder) || realpathSync(folder) !== realpathSync(root)) {
    return {};
  }
  const inUnit = /^Environment=(.+)$/m.exec(lines)?.[1] ?? '';
  return { ...parseEnv(inUnit.replaceAll(' ', '\n')), ...readEnv(settings) };
}

function readEnv(file: string): Record<string, string | undefined> {
  try {
    return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  } catch {
    throw new Error(`${file} cannot be read by this account. Run the command as root, with sudo.`);
  }
}
