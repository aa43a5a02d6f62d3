import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/**
 * Starts Caddy with the deployed Caddyfile as https://localhost, in front of a server. Its internal CA issues the
 * certificate; nothing is added to this machine's trust store. Caddy cannot be given port 0, so it tries again when
 * another program was faster.
 */
export async function startCaddy(upstream: string) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOn(await freePort(), await freePort(), upstream);
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

async function startOn(httpPort: number, port: number, upstream: string) {
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'));
  const options = ['admin off', 'skip_install_trust', `http_port ${httpPort}`, `https_port ${port}`];
  const config = join(folder, 'Caddyfile');
  writeFileSync(config, `{\n${options.join('\n')}\nstorage file_system ${folder}\n}\nimport ${caddyfile}\n`);
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
    env: { ...process.env, UPSTREAM: new URL(upstream).host },
    stdio: 'ignore',
  });
  const killed = () => child.kill('SIGKILL');
  process.once('exit', killed);
  const authority = join(folder, 'pki/authorities/local/root.crt');
  const certificate = join(folder, 'certificates/local/localhost/localhost.crt');
  // It listens before it issues the certificate.
  while (!existsSync(certificate)) {
    if (child.exitCode !== null) {
      throw new Error(`Caddy ended with ${child.exitCode}.`);
    }
    await wait(50);
  }
  return {
    port,
    /** The CA certificate to trust. */
    authority: readFileSync(authority),
    certificate: readFileSync(certificate, 'utf8'),
    stop: () =>
      new Promise((resolve) => {
        process.off('exit', killed);
        child.once('close', resolve);
        child.kill();
      }),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
