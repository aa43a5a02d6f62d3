import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { type SmtpSink, startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../tests/support/start-server.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';
import { type Conditions, must } from './campaign.ts';
import { type DiskLayer, diskLayer } from './disk-layer.ts';
import { type Ledger, openLedger, readLedger } from './ledger.ts';
import { type Load, type LoadParts, startLoad } from './load.ts';
import { checkMails, checkStore, unsentMessages } from './reconcile.ts';

export type Scene = Awaited<ReturnType<typeof openScene>>;

interface SceneOptions {
  /** The data folder, when it is not one of the scene's own. */
  dataDir?: string;
  /** Puts a layer between the server and its disk. */
  layer?: 'counts' | 'records';
}

/** Everything a campaign plays with: a folder, the owner's mail server, the clients' ledger, the server. */
export async function openScene({ project }: Conditions, options: SceneOptions = {}) {
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
    /** Where the server keeps its requests at this moment. */
    dataDir: () => dataDir,
    sink,
    ledger,
    /** Throws when the scene has none. */
    disk: (): DiskLayer => {
      must(layer !== undefined, 'this scene has no layer');
      return layer;
    },
    /** The server that runs now. */
    server: (): RunningServer => {
      must(server !== undefined, 'the server does not run');
      return server;
    },
    async start({ env = {}, ...options }: ServerOptions = {}): Promise<RunningServer> {
      const settings = { SMTP_URL: sink.url, LIMITS: 'off', ...layer?.env, ...env };
      server = await startServer({
        cwd,
        dataDir,
        env: settings,
        ...(project ? { project } : {}),
        ...options,
      });
      return server;
    },
    /** Ends the server by a signal; the clients go on. Gives its exit code. */
    async end(signal: NodeJS.Signals): Promise<number | null> {
      const ending = server;
      const code = (await ending?.stop(signal)) ?? null;
      server = undefined;
      return code;
    },
    /**
     * Stops the server and goes on with a copy of its data in memory: what is owed after a long load
     * goes out ten times as fast where an fsync costs nothing.
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
    books: () => readLedger(ledger.file),
    /** Compares ledger, store and mailbox. */
    check() {
      const books = readLedger(ledger.file);
      return { ...checkStore(books, dataDir), ...checkMails(books, sink.mails) };
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
