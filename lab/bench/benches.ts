/** What each benchmark measures, and what of the project it depends on. */
export const benches = {
  pages: {
    shows: 'bytes and requests of a page scrolled through, on a phone of 412 px at 2x',
    tests: 'site',
  },
  server: {
    shows: 'requests for `/`, against a bare `node:http` handler that sends the same bytes',
    tests: 'site',
  },
  memory: {
    shows:
      'resident memory after every file was fetched in every encoding; a Node with an idle worker takes 53 MB',
    tests: 'site',
  },
  lighthouse: { shows: 'mobile scores, median of three', tests: 'site' },
  responsiveness: { shows: 'blocking time, layout shift and interaction to next paint', tests: 'site' },
  presses: {
    shows:
      "the page's own processor time until the effect of a press is painted, and how many presses that change one letter it is",
    tests: 'site',
  },
  'slow-link': {
    shows:
      'paints on a slow link and a slow processor, as multiples of a page of one packet over HTTP/2 in the same run',
    tests: 'site',
  },
  store: { shows: '64 connections, acknowledgements per second: median of five rounds', tests: 'server' },
  'store-load': {
    shows: 'a whole server, 300 requests per second, each from an IP of its own',
    tests: 'server',
  },
  'large-store': {
    shows:
      'the first post on a million stored requests, and posts while some of 500,000 expired ones are purged',
    tests: 'server',
  },
} satisfies Record<string, { shows: string; tests: 'server' | 'site' }>;

export type BenchName = keyof typeof benches;
