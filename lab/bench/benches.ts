import type { Figures } from '../records.ts';

interface Bench {
  /** What it measures. */
  shows: string;
  /** What of the project it depends on. */
  tests: 'server' | 'site';
  run(): Promise<Figures>;
}

/**
 * All benchmarks by name: `npm run bench -- NAME`. Each is imported when it runs, so that whoever reads the
 * table loads neither a browser nor Lighthouse.
 */
export const benches: Record<string, Bench> = {
  pages: {
    shows: 'bytes and requests of a page scrolled through, on a phone of 412 px at 2x',
    tests: 'site',
    run: async () => (await import('./pages.ts')).benchPages(),
  },
  server: {
    shows: 'requests for `/`, against a bare `node:http` handler that sends the same body',
    tests: 'site',
    run: async () => (await import('./server.ts')).benchServer(),
  },
  memory: {
    shows:
      'resident memory after every file was fetched in every encoding; a Node with an idle worker takes 53 MB',
    tests: 'site',
    run: async () => (await import('./memory.ts')).benchMemory(),
  },
  lighthouse: {
    shows: 'mobile scores, median of three',
    tests: 'site',
    run: async () => (await import('./lighthouse.ts')).benchLighthouse(),
  },
  responsiveness: {
    shows: 'blocking time, layout shift and interaction to next paint',
    tests: 'site',
    run: async () => (await import('./responsiveness.ts')).benchResponsiveness(),
  },
  presses: {
    shows:
      "the page's own processor time until the effect of a press is painted, and how many presses that change one letter it is",
    tests: 'site',
    run: async () => (await import('./presses.ts')).benchPresses(),
  },
  'slow-link': {
    shows:
      'paints on a slow link and a slow processor, as multiples of a page of one packet over HTTP/2 in the same run',
    tests: 'site',
    run: async () => (await import('./slow-link.ts')).benchSlowLink(),
  },
  store: {
    shows: '64 connections, acknowledgements per second: median of five rounds',
    tests: 'server',
    run: async () => (await import('./store.ts')).benchStore(),
  },
  'store-load': {
    shows: 'a whole server, 300 requests per second, each from an IP of its own',
    tests: 'server',
    run: async () => (await import('./store-load.ts')).benchStoreLoad(),
  },
  'large-store': {
    shows:
      'the first post on a million stored requests, and posts while some of 500,000 expired ones are purged',
    tests: 'server',
    run: async () => (await import('./large-store.ts')).benchLargeStore(),
  },
};
