import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Clock } from '../clock.ts';
import { createEtag } from '../http/etag.ts';
import type { Asset, BuiltFiles } from '../http/static-site/load-site.ts';
import { describeError, type Log } from '../log/log.ts';
import { logUnexpectedError } from '../queue/log-unexpected-error.ts';
import type { OwnerChange } from '../requests/owner-changes.ts';
import type { RequestStore } from '../store/request-store.ts';
import { composePage } from './compose-page.ts';
import { getSiteState } from './site-state.ts';

/**
 * How often the changes are read. Another server may have made a change, and Dispatch promises that every page shows it
 * within a minute.
 */
const readInterval = 10_000;

interface LiveSiteDependencies {
  site: BuiltFiles;
  store: Pick<RequestStore, 'readOwnerChanges'>;
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

export type LiveSite = ReturnType<typeof createLiveSite>;

/**
 * Creates the site with the owner's changes in its pages, in memory. No visitor waits for the store. Without the store,
 * the changes that were read last still apply, begin, and end.
 */
export function createLiveSite({ site, store, clock, log, stopping }: LiveSiteDependencies) {
  const pages = findPages(site);
  let changes: OwnerChange[] = [];
  let composed: ReadonlyMap<string, Asset> = new Map();
  /** The paths and texts of the pages in `composed`, as JSON. */
  let composedJson = JSON.stringify([]);
  let lastRefresh: Promise<void> = Promise.resolve();
  void run();

  return {
    site: {
      get: (path: string) => composed.get(path) ?? site.get(path),
      has: (path: string) => site.has(path),
    },
    /** Reads the changes if possible, and resolves once the pages show them. */
    refresh(): Promise<void> {
      lastRefresh = lastRefresh.then(tryToRefresh);
      return lastRefresh;
    },
  };

  async function run(): Promise<void> {
    while (!stopping.aborted) {
      lastRefresh = lastRefresh.then(tryToRefresh);
      await lastRefresh;
      await clock.wait(readInterval, stopping);
    }
  }

  async function tryToRefresh(): Promise<void> {
    try {
      changes = await store.readOwnerChanges();
    } catch (error) {
      logUnexpectedError(log, error);
    }
    try {
      await compose(clock.wallTime().getTime());
    } catch (error) {
      log('error', describeError(error));
    }
  }

  async function compose(now: number): Promise<void> {
    const liveChanges = getSiteState(changes, now);
    const different = pages
      .map((page) => ({ ...page, text: composePage(page.html, liveChanges, now) }))
      .filter(({ html, text }) => text !== html);
    const json = JSON.stringify(different.map(({ path, text }) => [path, text]));
    if (json === composedJson) {
      return;
    }
    const assets = await Promise.all(
      different.map(async ({ path, asset, text }) => [path, await replaceText(asset, text)] as const),
    );
    composed = new Map(assets);
    composedJson = json;
  }
}

interface Page {
  path: string;
  asset: Asset;
  html: string;
}

/** Returns the HTML pages of a site, as they were built. */
function findPages(site: BuiltFiles): Page[] {
  return [...site].flatMap(([path, asset]) => {
    const plain = asset.at(-1);
    const isPage = plain?.headers['Content-Type']?.startsWith('text/html') ?? false;
    return plain && isPage ? [{ path, asset, html: Buffer.from(plain.bytes).toString() }] : [];
  });
}

const compressors = {
  br: promisify(brotliCompress) as (text: Buffer) => Promise<Buffer>,
  gzip: (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
  identity: async (text: Buffer) => text,
};

/** Returns the page with different text, in each encoding, and with a new ETag. */
function replaceText(asset: Asset, text: string): Promise<Asset> {
  return Promise.all(
    asset.map(async ({ encoding, headers }) => {
      const bytes = new Uint8Array(await compressors[encoding](Buffer.from(text)));
      const changed = { 'Content-Length': String(bytes.length), ETag: createEtag(bytes) };
      return { encoding, bytes, headers: { ...headers, ...changed } };
    }),
  );
}
