import fc from 'fast-check';
import { business } from '../../../content/business.ts';
import { languages } from '../../../content/languages.ts';
import { privacyAnchor } from '../../../content/navigation.ts';
import { phoneLink } from '../../../content/phone-number.ts';
import { composeMessage } from '../../../server/mail/message.ts';
import type { PostedRequest } from '../../../server/store/request-store.ts';
import { campaign, must } from '../campaign.ts';
import { type HostileRequest, hostileRequests } from '../hostile-requests.ts';
import { appInProcess } from '../in-process.ts';

/** CPU limit per input in milliseconds, and the threshold for measuring again. */
const mostWork = 50;
const muchWork = 5;

/** The connection info that the HTTP server passes to the app. */
const connection = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };

/** Posts random hostile input and checks every result. */
export const hostileInput = campaign({
  shows: 'no input gets a 500, a header, a tag, a second recipient, a line in the log or 50 ms of CPU',
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
          'saved and not said, or said and not saved',
        );
        await holdAnswer(answer);
        holdLog(logged);
        for (const request of saved) {
          await holdMail(request);
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

const statuses = [200, 303, 400, 403, 413, 415, 422];
const destinations = ['/#sent', '/es/#sent'];
/** Where the rejection page's own links lead. */
const paths = Object.values(languages).flatMap(({ path }) => [path, `${path}about#${privacyAnchor}`]);
const answerHeaders = new Set(
  (
    'access-control-allow-origin access-control-expose-headers cache-control content-length content-security-policy ' +
    'content-type cross-origin-embedder-policy cross-origin-opener-policy cross-origin-resource-policy location ' +
    'permissions-policy referrer-policy retry-after vary x-content-type-options'
  ).split(' '),
);
/** The rejection page's own tags; any other came from a visitor. */
const tags = new Set(
  '!doctype html head meta link title body main h1 p a span form div label input select option textarea button'.split(
    ' ',
  ),
);

/** A page that stands beside others has its own style, and begins with a comment. */
const tagsBesidePages = ['style', '!'];
const headersOfDeno = ['connection', 'content-encoding', 'date', 'keep-alive', 'transfer-encoding'];

/** `pages` is the origin of the pages, when it is not the one that answers. */
export async function holdAnswer(answer: Response, pages?: string): Promise<void> {
  const { status, headers } = answer;
  const expectedTags = pages === undefined ? tags : new Set([...tags, ...tagsBesidePages]);
  const expectedHeaders = pages === undefined ? answerHeaders : new Set([...answerHeaders, ...headersOfDeno]);
  must(statuses.includes(status), `it was answered ${status}`);
  must(headers.get('x-content-type-options') === 'nosniff', 'the common headers are missing');
  must(headers.has('content-security-policy'), 'the policy is missing');
  for (const name of headers.keys()) {
    must(expectedHeaders.has(name), `the answer has a header "${name}"`);
  }
  const isKnown = destinations.some((path) => headers.get('location') === `${pages ?? ''}${path}`);
  must(status !== 303 || isKnown, 'it redirects somewhere else');
  const text = await answer.text();
  if (headers.get('content-type')?.startsWith('text/html')) {
    for (const [, tag = ''] of text.matchAll(/<\/?([!a-z][a-z\d]*)/gi)) {
      must(expectedTags.has(tag.toLowerCase()), `the page holds a <${tag}>`);
    }
    must(text.split('<form').length === 2, 'the page holds another form');
    const ours = [phoneLink(business.phone), ...paths.map((path) => `${pages ?? ''}${path}`)];
    const links = Array.from(
      text.matchAll(/<a (?:class="call" )?href="(.*?)"/g),
      ([, target]) => target ?? '',
    );
    must(text.split('<a ').length === links.length + 1, 'the page holds another link');
    must(
      links.every((target) => ours.includes(target)),
      'a link of the page leads elsewhere',
    );
  } else if (status !== 303) {
    const keys = Object.keys(JSON.parse(text));
    must(
      keys.every((key) => ['ok', 'reference', 'type', 'title', 'status', 'code', 'fields'].includes(key)),
      'the answer says more than it should',
    );
  }
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

function holdLog(lines: { event: string; facts: Record<string, unknown> }[]): void {
  for (const line of lines) {
    must(line.event === 'request' || line.event === 'rejection', `it was logged as "${line.event}"`);
    for (const [name, value] of Object.entries(line.facts)) {
      must(facts[name]?.test(String(value)) === true, `the log says ${name}: ${value}`);
    }
  }
}

const mailHeaders = new Set(
  (
    'from reply-to to subject message-id date auto-submitted importance x-priority mime-version content-type ' +
    'x-mailer'
  ).split(' '),
);

async function holdMail({ fields, language }: PostedRequest): Promise<void> {
  const claimed = {
    reference: 'ABC234',
    possibleDuplicate: false,
    honeypotFilled: false,
  };
  const receivedAt = new Date();
  const addresses = { from: 'website@example.net', to: ['owner@example.com'] };
  const mail = await composeMessage({ ...claimed, fields, language, receivedAt }, addresses, receivedAt);
  must(mail.to === addresses.to && mail.from === addresses.from, 'the email has another envelope');
  const bytes = Buffer.from(mail.bytes).toString('latin1');
  const head = bytes.slice(0, bytes.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const lines = head.split('\r\n');
  const names = lines.map((line) => line.split(':', 1).join().toLowerCase());
  must(new Set(names).size === names.length, 'the email has a duplicate header');
  must(
    names.every((name) => mailHeaders.has(name)),
    `the mail has a header of ${names}`,
  );
  const header = (name: string) => lines[names.indexOf(name)]?.slice(name.length + 2);
  must(header('to') === addresses.to.join(), `the mail goes to ${header('to')}`);
  // The domain is lower-cased, which is equivalent.
  const reply = header('reply-to')?.toLowerCase() ?? fields.email.toLowerCase();
  must(reply === fields.email.toLowerCase(), `the reply goes to ${reply}`);
  must(!/(?<!\r)\n|\r(?!\n)/.test(bytes), 'the email has a bare line feed');
}
