import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { type SmtpSink, startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../tests/support/start-server.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';
import { type Campaign, campaign, type Figures, must, type SizedCampaign, waitFor } from './campaign.ts';
import { type DiskLayer, diskLayer } from './disk-layer.ts';
import { type Ledger, openLedger, readLedger } from './ledger.ts';
import { type Load, type LoadParts, startLoad } from './load.ts';
import { checkMails, checkStore, unsentMessages } from './reconcile.ts';
import { mountSmallDisk } from './small-disk.ts';

export type Harness = Awaited<ReturnType<typeof openHarness>>;

export interface HarnessOptions {
  /** Whether the data folder is on a small file system of its own. Needs root. */
  onSmallDisk?: true;
  /** Adds a layer between the server and its disk. */
  layer?: 'counts' | 'records';
}

interface HarnessCampaign<Size> extends Omit<SizedCampaign<Size>, 'run'> {
  harness?: HarnessOptions;
  run(size: Size, harness: Harness): Promise<Figures>;
}

/** A campaign with one harness, opened before its run and closed after it. */
export function harnessCampaign<Size>({ harness = {}, run, ...about }: HarnessCampaign<Size>): Campaign {
  return campaign({ ...about, run: (size) => withHarness(harness, (opened) => run(size, opened)) });
}

/** Closes whatever has been opened, even if the rest cannot be. */
export async function withHarness<Result>(
  options: HarnessOptions,
  use: (harness: Harness) => Promise<Result>,
): Promise<Result> {
  await using opened = new AsyncDisposableStack();
  return await use(await openHarness(options, opened));
}

/** A campaign's environment: a folder, the owner's mail server, the clients' ledger, the server. */
async function openHarness(options: HarnessOptions, opened: AsyncDisposableStack) {
  const folder = temporary(mkdtempSync(join(tmpdir(), 'faults-')));
  const cwd = temporary(tinySite());
  const smallDisk = options.onSmallDisk && mountSmallDisk();
  opened.defer(() => smallDisk?.unmount());
  const parent = smallDisk?.folder ?? folder;
  let dataDir = join(parent, 'data');
  mkdirSync(dataDir);
  const layer = options.layer && diskLayer(dataDir, { record: options.layer === 'records' });
  const sink: SmtpSink = await startSmtpSink();
  opened.defer(() => sink.stop());
  const ledger: Ledger = openLedger(join(folder, 'ledger.jsonl'));
  opened.defer(() => ledger.close());
  let server: RunningServer | undefined;
  opened.defer(async () => {
    await server?.stop('SIGKILL');
  });
  const loads: Load[] = [];
  opened.defer(async () => {
    await Promise.all(loads.map((load) => load.stop()));
  });

  return {
    /** The folder that the data folder was created in. */
    parent,
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
      const memory = temporary(memoryFolder('faults'));
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
      await waitFor(
        () => unsentMessages(dataDir) === 0,
        milliseconds,
        () => `${unsentMessages(dataDir)} messages are still unsent after ${milliseconds} ms`,
        250,
      );
    },
    ledgerEntries: () => readLedger(ledger.file),
    /** Compares ledger, store and mailbox. */
    check() {
      const ledgerEntries = readLedger(ledger.file);
      return { ...checkStore(ledgerEntries, dataDir), ...checkMails(ledgerEntries, sink.mails) };
    },
  };

  function temporary(path: string): string {
    opened.defer(() => rmSync(path, { recursive: true, force: true }));
    return path;
  }
}
