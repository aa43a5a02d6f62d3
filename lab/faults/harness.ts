import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { type SmtpSink, startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../tests/support/start-server.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';
import { must } from './campaign.ts';
import { type DiskLayer, diskLayer } from './disk-layer.ts';
import { type Ledger, openLedger, readLedger } from './ledger.ts';
import { type Load, type LoadParts, startLoad } from './load.ts';
import { checkMails, checkStore, unsentMessages } from './reconcile.ts';

export type Harness = Awaited<ReturnType<typeof openHarness>>;

interface SceneOptions {
  /** The data folder; default: one of the harness's own. */
  dataDir?: string;
  /** Adds a layer between the server and its disk. */
  layer?: 'counts' | 'records';
}

/** A campaign's environment: a folder, the owner's mail server, the clients' ledger, the server. */
export async function openHarness(options: SceneOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  let dataDir = options.dataDir ?? join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const layer = options.layer && diskLayer(dataDir, { record: options.layer === 'records' });
  const cwd = tinySite();
  const sink: SmtpSink = await startSmtpSink();
  const ledger: Ledger = openLedger(join(folder, 'ledger.jsonl'));
  const loads: Load[] = [];
  const leftovers = [folder, cwd];
  let server: RunningServer | undefined;

  return {
    /** The server's current data folder. */
    dataDir: () => dataDir,
    sink,
    ledger,
    /** Throws if there is none. */
    disk: (): DiskLayer => {
      must(layer !== undefined, 'this harness has no disk layer');
      return layer;
    },
    /** The running server. */
    server: (): RunningServer => {
      must(server !== undefined, 'the server does not run');
      return server;
    },
    async start({ env = {}, ...options }: ServerOptions = {}): Promise<RunningServer> {
      const settings = { SMTP_URL: sink.url, LIMITS: 'off', ...layer?.env, ...env };
      server = await startServer({ cwd, dataDir, env: settings, ...options });
      return server;
    },
    /** Stops the server with a signal while the clients continue. Returns its exit code. */
    async end(signal: NodeJS.Signals): Promise<number | null> {
      const ending = server;
      const code = (await ending?.stop(signal)) ?? null;
      server = undefined;
      return code;
    },
    /**
     * Restarts the server on a RAM disk copy of its data: without fsync costs, the backlog after a long load
     * drains ten times as fast.
     */
    async continueInMemory(): Promise<void> {
      await this.end('SIGTERM');
      const memory = memoryFolder('faults');
      leftovers.push(memory);
      cpSync(dataDir, memory, { recursive: true });
      dataDir = memory;
      await this.start();
    },
    load(parts: Omit<LoadParts, 'ledger' | 'url'>): Load {
      const load = startLoad({ ledger, url: () => server?.url, ...parts });
      loads.push(load);
      return load;
    },
    /** Waits until nothing is pending. */
    async delivered(milliseconds: number): Promise<void> {
      const end = performance.now() + milliseconds;
      while (unsentMessages(dataDir) > 0) {
        must(
          performance.now() < end,
          `${unsentMessages(dataDir)} messages are still unsent after ${milliseconds} ms`,
        );
        await pause(250);
      }
    },
    ledgerEntries: () => readLedger(ledger.file),
    /** Compares ledger, store and mailbox. */
    check() {
      const ledgerEntries = readLedger(ledger.file);
      return { ...checkStore(ledgerEntries, dataDir), ...checkMails(ledgerEntries, sink.mails) };
    },
    async close(): Promise<void> {
      await Promise.all(loads.map((load) => load.stop()));
      await server?.stop('SIGKILL');
      await sink.stop();
      ledger.close();
      for (const path of leftovers) {
        rmSync(path, { recursive: true, force: true });
      }
    },
  };
}
