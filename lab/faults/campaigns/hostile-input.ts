import fc from 'fast-check';
import { campaign, must } from '../campaign.ts';
import { checkEmail } from '../check-email.ts';
import { checkResponse } from '../check-response.ts';
import { type HostileRequest, hostileRequests } from '../hostile-requests.ts';
import { appInProcess } from '../in-process.ts';

/** CPU limit per input in milliseconds, and the threshold for measuring again. */
const mostWork = 50;
const muchWork = 5;

/** The connection info that the HTTP server passes to the app. */
const connection = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };

/** Posts random hostile input and checks every result. */
export const hostileInput = campaign({
  shows: 'no input gets a 500, a header, a tag, a second recipient, a word in the log or 50 ms of CPU',
  minutes: 4,
  // The short form looks for a simpler input that fails, too.
  short: { inputs: 5_000, endOnFailure: false },
  long: { inputs: 100_000, endOnFailure: true },
  async run({ inputs, endOnFailure }) {
    const { app, takeTraces } = appInProcess();
    const counts: Record<string, number> = {};
    let mostSeen = 0;

    await fc.assert(
      fc.asyncProperty(hostileRequests, async (input) => {
        const { answer, work } = await post(input);
        const { saved, logged } = takeTraces();
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
      { numRuns: inputs, endOnFailure },
    );
    return { inputs, ...counts, 'most CPU for one input, ms': Math.round(mostSeen * 10) / 10 };

    /** Measurements include noise: only inputs that are slow every time count. */
    async function post(input: HostileRequest) {
      let work = Number.POSITIVE_INFINITY;
      let answer = new Response();
      for (let attempt = 0; attempt < 3 && work >= muchWork; attempt += 1) {
        takeTraces();
        const before = process.cpuUsage();
        answer = await app.fetch(requestOf(input), connection);
        const { user, system } = process.cpuUsage(before);
        work = Math.min(work, (user + system) / 1_000);
      }
      return { answer, work };
    }
  },
});

function requestOf({ path, headers, body }: HostileRequest): Request {
  const usable = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    usable.set(name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim());
  }
  return new Request(`http://site.example${path}`, {
    method: 'POST',
    headers: usable,
    body: Uint8Array.from(body),
  });
}

/** All loggable facts and their formats, which no visitor input matches. */
const facts: Record<string, RegExp> = {
  outcome: /^saved$/,
  status: /^\d{3}$/,
  code: /^[a-z_]+$/,
  reference: /^ABC234$/,
  honeypot: /^true$/,
  ms: /^\d+$/,
};

function checkLog(lines: { event: string; facts: Record<string, unknown> }[]): void {
  for (const line of lines) {
    must(line.event === 'request' || line.event === 'rejection', `it was logged as "${line.event}"`);
    for (const [name, value] of Object.entries(line.facts)) {
      must(facts[name]?.test(String(value)) === true, `the log says ${name}: ${value}`);
    }
  }
}
