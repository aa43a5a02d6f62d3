import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { memory } from '../../tests/support/memory-folder.ts';
import { startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { type RunningServer, startServer } from '../../tests/support/start-server.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';
import { type Campaign, campaign, type Figures, must, type SizedCampaign, waitFor } from './campaign.ts';
import { openLedger } from './ledger.ts';
import { fieldsOf, type Load, newKey, type PostAnswer, post, startLoad } from './load.ts';
import { checkMails, checkPages, checkStore, unsentDeliveries } from './reconcile.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

export type Harness = Awaited<ReturnType<typeof openHarness>>;

/** Where the server has its data: in memory, on disk, or on a small disk of its own, which needs root. */
type Place = 'memory' | 'disk' | 'small disk';

interface HarnessCampaign<Size> extends Omit<SizedCampaign<Size>, 'run'> {
  run(size: Size, harness: Harness): Promise<Figures>;
}

/** A campaign with one harness, opened before its run and closed after it. */
export function harnessCampaign<Size extends { place: Place }>({
  run,
  ...about
}: HarnessCampaign<Size>): Campaign {
  return campaign({ ...about, run: (size) => withHarness(size.place, (opened) => run(size, opened)) });
}

/** Closes whatever has been opened, even if the rest cannot be. */
export async function withHarness<Result>(
  place: Place,
  use: (harness: Harness) => Promise<Result>,
): Promise<Result> {
  await using opened = new AsyncDisposableStack();
  return await use(await openHarness(place, opened));
}

/** A campaign's environment: a folder, the owner's mail server, the clients' ledger, the server. */
async function openHarness(place: Place, opened: AsyncDisposableStack) {
  const folder = temporary(mkdtempSync(join(place === 'memory' ? memory() : tmpdir(), 'faults-')));
  const cwd = temporary(tinySite());
  const smallDisk = place === 'small disk' ? mountSmallDisk() : undefined;
  opened.defer(() => smallDisk?.unmount());
  const dataDir = join(smallDisk?.folder ?? folder, 'data');
  mkdirSync(dataDir);
  const sink = await startSmtpSink();
  opened.defer(() => sink.stop());
  /** References in the pages that a phone got. */
  const paged = new Set<string>();
  const phone = createServer(async (request, response) => {
    for (const [, reference = ''] of (await text(request)).matchAll(/Ref (\w{6})/g)) paged.add(reference);
    response.end('{"id":"x"}');
  });
  await once(phone.listen(0, '127.0.0.1'), 'listening');
  opened.defer(() => void phone.close());
  const ledger = openLedger();
  let server: RunningServer | undefined;
  opened.defer(async () => {
    await server?.stop('SIGKILL');
  });
  const loads: Load[] = [];
  opened.defer(async () => {
    await Promise.all(loads.map((load) => load.stop()));
  });

  return {
    sink,
    ledger,
    /** Throws if there is none. */
    disk: (): SmallDisk => {
      must(smallDisk !== undefined, 'this harness has no small disk');
      return smallDisk;
    },
    /** The running server. */
    server: (): RunningServer => {
      must(server !== undefined, 'the server does not run');
      return server;
    },
    async start(): Promise<RunningServer> {
      const { port } = phone.address() as AddressInfo;
      const pages = {
        PAGE_URL: `ntfy://token@127.0.0.1:${port}/owner`,
        PAGE_FOR: 'all',
        SITE_URL: 'https://a.example',
      };
      server = await startServer({ cwd, dataDir, env: { SMTP_URL: sink.url, ...pages } });
      return server;
    },
    /** Stops the server with a signal while the clients continue. Returns its exit code. */
    async end(signal: NodeJS.Signals): Promise<number | null> {
      const ending = server;
      server = undefined;
      return (await ending?.stop(signal)) ?? null;
    },
    /** One client, which does not retry. */
    post(): Promise<PostAnswer> {
      const key = newKey();
      return ledger.post(key, fieldsOf(key), () => post(server?.url ?? '', key, fieldsOf(key)));
    },
    load(clients: number): Load {
      const load = startLoad({ ledger, clients, url: () => server?.url });
      loads.push(load);
      return load;
    },
    /** Waits until nothing is pending. */
    async delivered(milliseconds: number): Promise<void> {
      await waitFor(
        () => unsentDeliveries(dataDir) === 0,
        milliseconds,
        () => `${unsentDeliveries(dataDir)} emails are still unsent after ${milliseconds} ms`,
        250,
      );
    },
    /** Compares ledger and store. */
    checkStore: () => checkStore(ledger.entries, dataDir),
    /** Compares ledger, store, mailbox and phone. */
    check: () => ({
      ...checkStore(ledger.entries, dataDir),
      ...checkMails(ledger.entries, sink.mails),
      ...checkPages(paged, dataDir),
    }),
  };

  function temporary(path: string): string {
    opened.defer(() => rmSync(path, { recursive: true, force: true }));
    return path;
  }
}
