import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { findFreePort } from './postgres.ts';

const names = ['localhost', 'www.localhost'];
const caddyfile = join(import.meta.dirname, '../../deploy/Caddyfile');

export const hasCaddy = spawnSync('caddy', ['version']).status === 0;

/**
 * Starts Caddy with the deployed Caddyfile in front of a server, as https://localhost and https://www.localhost on free
 * ports. The certificates come from Caddy's internal CA. `changes` replaces texts in the Caddyfile.
 */
export async function startCaddy(upstream: string, changes: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'));
  const [httpPort, port] = [await findFreePort(), await findFreePort()];
  const options = `admin off\nskip_install_trust\nstorage file_system ${folder}\nhttp_port ${httpPort}\nhttps_port ${port}`;
  let lines = readFileSync(caddyfile, 'utf8');
  for (const [from, to] of Object.entries({ '\n{\n': `\n{\n${options}\n`, ...changes })) {
    if (!lines.includes(from)) {
      throw new Error(`The Caddyfile has no "${from}".`);
    }
    lines = lines.replace(from, to);
  }
  const config = join(folder, 'Caddyfile');
  writeFileSync(config, lines);
  // Starting, Caddy deletes empty folders, even a folder that it is about to write a certificate to.
  for (const name of names) {
    mkdirSync(join(folder, 'certificates/local', name, 'kept'), { recursive: true });
  }
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: folder,
    UPSTREAM: new URL(upstream).host,
    SITE_HOST: `localhost:${port}`,
    OTHER_HOST: `www.localhost:${port}`,
  };
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], { env });
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((both) => both.join(''));
  /** Whether Caddy uses a certificate. The certificate's file exists earlier. */
  const hasCertificate = async (servername: string) => {
    const connection = connect({ port, servername, rejectUnauthorized: false });
    const secured = once(connection, 'secureConnect').catch(() => undefined);
    return Boolean(await secured.finally(() => connection.destroy()));
  };
  while ((await Promise.all(names.map(hasCertificate))).includes(false)) {
    if (child.exitCode !== null) {
      throw new Error(await output);
    }
    await pause(50);
  }
  return {
    port,
    httpPort,
    /** The CA certificate to trust. */
    authority: readFileSync(join(folder, 'pki/authorities/local/root.crt')),
    /** Stops Caddy and returns its output. */
    async stop(): Promise<string> {
      child.kill();
      return output;
    },
  };
}
