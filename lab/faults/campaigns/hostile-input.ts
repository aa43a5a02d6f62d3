import fc from 'fast-check';
import { createApp } from '../../../server/app.ts';
import { systemClock } from '../../../server/clock.ts';
import type { LogAttributes } from '../../../server/log.ts';
import { readSettings } from '../../../server/settings.ts';
import { loadSite } from '../../../server/static-site/load-site.ts';
import type { RequestStore } from '../../../server/store/request-store.ts';
import type { PostedRequest } from '../../../server/store/save-requests.ts';
import { tinySite } from '../../../tests/support/tiny-site.ts';
import { type Campaign, must } from '../campaign.ts';
import { checkEmail, checkResponse } from '../check-response.ts';
import { hostileRequests } from '../hostile-requests.ts';

/** CPU limit per input in milliseconds, and the threshold for measuring again. */
const mostWork = 50;
const muchWork = 5;

/** The connection info that the HTTP server passes to the app. */
const connection = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };

/** Posts random hostile input to the app, without network or disk, and checks every result. */
export const hostileInput: Campaign = {
  shows: 'no input gets a 500, a header, a tag, a second recipient, a word in the log or 50 ms of CPU',
  async run(isShort) {
    const inputs = isShort ? 5_000 : 100_000;
    let saved: PostedRequest[] = [];
    let logged: [string, LogAttributes][] = [];
    const app = createApp({
      settings: {
        ...readSettings({}),
        allowedOrigins: ['https://shop.example'],
        trustedProxyHops: 1,
      },
      site: loadSite(`${tinySite()}/build/site`),
      postLimits: undefined,
      // Any other call is a TypeError, which is answered 500 and fails the campaign.
      store: {
        save: async (posted) => {
          saved.push(posted);
          return { outcome: 'saved', reference: 'ABC234' };
        },
      } as Partial<RequestStore> as RequestStore,
      onSaved: () => undefined,
      clock: systemClock,
      log: (event, facts = {}) => logged.push([event, facts]),
      stopping: new AbortController().signal,
    });
    const counts: Record<string, number> = {};
    let mostSeen = 0;
    await fc.assert(
      fc.asyncProperty(hostileRequests, async (input) => {
        const { answer, work } = await post(input);
        const status = `answered ${answer.status}`;
        counts[status] = (counts[status] ?? 0) + 1;
        mostSeen = Math.max(mostSeen, work);
        must(work < mostWork, `it took ${work} ms of CPU`);
        must(
          saved.length === (answer.status === 200 || answer.status === 303 ? 1 : 0),
          'the response does not match what was saved',
        );
        await checkResponse(answer);
        checkLog(logged);
        for (const request of saved) {
          await checkEmail(request);
        }
      }),
      // The short form looks for a simpler input that fails, too.
      { numRuns: inputs, endOnFailure: !isShort },
    );
    return { inputs, ...counts, 'most CPU for one input, ms': Math.round(mostSeen * 10) / 10 };

    /** Measurements include noise: only inputs that are slow every time count. */
    async function post({ url, ...init }: { url: string } & RequestInit) {
      let work = Number.POSITIVE_INFINITY;
      let answer = new Response();
      for (let attempt = 0; attempt < 3 && work >= muchWork; attempt += 1) {
        [saved, logged] = [[], []];
        const before = process.cpuUsage();
        answer = await app.fetch(new Request(url, init), connection);
        const { user, system } = process.cpuUsage(before);
        work = Math.min(work, (user + system) / 1_000);
      }
      return { answer, work };
    }
  },
};

/** All loggable facts and their formats, which no visitor input matches. */
const facts: Record<string, RegExp> = {
  outcome: /^saved$/,
  status: /^\d{3}$/,
  code: /^[a-z_]+$/,
  reference: /^ABC234$/,
  honeypot: /^true$/,
  ms: /^\d+$/,
};

function checkLog(lines: [string, LogAttributes][]): void {
  for (const [event, attributes] of lines) {
    must(event === 'request' || event === 'rejection', `it was logged as "${event}"`);
    for (const [name, value] of Object.entries(attributes)) {
      must(facts[name]?.test(String(value)) === true, `the log says ${name}: ${value}`);
    }
  }
}
