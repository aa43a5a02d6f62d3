import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

const caddyfile = join(import.meta.dirname, '../../deploy/Caddyfile');

export const hasCaddy = spawnSync('caddy', ['version']).status === 0;

/** Runs `caddy` with the deployed Caddyfile and returns its output. Throws when it fails. */
export function caddy(command: string, env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(
    'caddy',
    [command, '--adapter', 'caddyfile', '--config', caddyfile],
    { encoding: 'utf8', env: { ...process.env, ...env } },
  );
  if (status !== 0) {
    throw new Error(stderr);
  }
  return stdout;
}

export type RunningCaddy = Awaited<ReturnType<typeof startCaddy>>;

/**
 * Starts Caddy with the deployed Caddyfile as https://localhost and https://www.localhost on free ports, in front of a
 * server. Its internal CA issues the certificates; nothing is added to this machine's trust store. `changes` replaces
 * texts of the Caddyfile.
 */
export async function startCaddy(upstream: string, changes: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'));
  const certificates = ['localhost', 'www.localhost'].map((name) =>
    join(folder, `certificates/local/${name}/${name}.crt`),
  );
  for (;;) {
    const [httpPort, port] = [await freePort(), await freePort()];
    const options = [
      ...['admin off', 'skip_install_trust', `storage file_system ${folder}`],
      ...[`http_port ${httpPort}`, `https_port ${port}`],
    ];
    const config = join(folder, 'Caddyfile');
    let lines = readFileSync(caddyfile, 'utf8').replace('\n{\n', `\n{\n${options.join('\n')}\n`);
    for (const [from, to] of Object.entries(changes)) {
      if (!lines.includes(from)) {
        throw new Error(`The Caddyfile has no "${from}".`);
      }
      lines = lines.replace(from, to);
    }
    writeFileSync(config, lines);
    const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
      env: {
        ...process.env,
        XDG_CONFIG_HOME: folder,
        UPSTREAM: new URL(upstream).host,
        SITE_HOST: `localhost:${port}`,
        OTHER_HOST: `www.localhost:${port}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const killed = () => child.kill('SIGKILL');
    process.once('exit', killed);
    const output = Promise.all([text(child.stdout), text(child.stderr)]).then((both) => both.join(''));
    while (child.exitCode === null && !certificates.every((file) => existsSync(file))) {
      await wait(50);
    }
    if (child.exitCode === null) {
      return {
        port,
        httpPort,
        /** The CA certificate to trust. */
        authority: readFileSync(join(folder, 'pki/authorities/local/root.crt')),
        certificate: readFileSync(certificates[0] ?? '', 'utf8'),
        /** Returns everything that it has written. */
        async stop(): Promise<string> {
          process.off('exit', killed);
          child.kill();
          return output;
        },
      };
    } else if (!(await output).includes('address already in use')) {
      throw new Error(await output);
    }
    // Somebody else has taken the port meanwhile: try others.
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
