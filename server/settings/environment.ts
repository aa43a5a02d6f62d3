import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** The project's systemd unit, and the settings file that it names (docs/going-live.md). */
const installation = { unit: join(root, 'deploy/diesel-site.service'), settings: '/etc/diesel-site.env' };

/**
 * Reads this installation's settings, for the server and for commands. Throws an explanation if this account may not
 * read a file.
 */
export function readServerEnvironment({ unit, settings } = installation): Record<string, string | undefined> {
  // The systemd units set DATA_DIR and the other settings. So if DATA_DIR is set, their files aren't read again.
  const fromSystemd = process.env.DATA_DIR ? {} : readInstalledEnvironment(unit, settings);
  return { ...readEnv('.env'), ...fromSystemd, ...process.env };
}

function readInstalledEnvironment(unit: string, settings: string): Record<string, string | undefined> {
  const lines = existsSync(settings) ? readFileSync(unit, 'utf8') : '';
  const folder = /^WorkingDirectory=(.+)$/m.exec(lines)?.[1];
  if (folder === undefined || !existsSync(folder) || realpathSync(folder) !== realpathSync(root)) {
    return {};
  }
  const unitVariables = /^Environment=(.+)$/m.exec(lines)?.[1] ?? '';
  return { ...parseEnv(unitVariables.replaceAll(' ', '\n')), ...readEnv(settings) };
}

function readEnv(file: string): Record<string, string | undefined> {
  try {
    return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  } catch {
    throw new Error(`This account may not read ${file}. Run the command as root, with sudo.`);
  }
}
