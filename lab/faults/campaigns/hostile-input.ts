import fc from 'fast-check';
import { business } from '../../../content/business.ts';
import { languages } from '../../../content/languages.ts';
import { formatPhoneLink } from '../../../content/phone-number.ts';
import { createApp } from '../../../server/app.ts';
import { systemClock } from '../../../server/clock.ts';
import type { ActionEffects } from '../../../server/dispatch/action-effects.ts';
import { loadSite } from '../../../server/http/static-site/load-site.ts';
import type { LogAttributes } from '../../../server/log/log.ts';
import { serializeEmail } from '../../../server/mail/file-transport.ts';
import { composeRequestEmail } from '../../../server/mail/request-email.ts';
import type { PostedRequest } from '../../../server/requests/save.ts';
import { readSettings } from '../../../server/settings/settings.ts';
import type { RequestStore } from '../../../server/store/request-store.ts';
import { createTinySite } from '../../../tests/support/tiny-site.ts';
import { assert, type Campaign } from '../campaign.ts';
import { hostileRequests } from '../hostile-requests.ts';

/** The CPU limit per input. */
const maxWork = 50;
/** The CPU time above which an input is measured again. */
const slowWork = 5;

/** The connection info that the HTTP server passes to the app. */
const connection = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };

/** Posts random hostile input to the app without a network or disk, and checks every result. */
export const hostileInput: Campaign = {
  shows: 'no input gets a 500, a header, a tag, a second recipient, a word in the log, or 50 ms of CPU',
  async run(isShort) {
    const inputs = isShort ? 5_000 : 100_000;
    let saved: PostedRequest[] = [];
    let logged: [string, LogAttributes][] = [];
    const app = createApp({
      settings: { ...readSettings({}), allowedOrigins: ['https://shop.example'], trustedProxyHops: 1 },
      liveSite: { site: loadSite(`${createTinySite()}/build/site`), refresh: async () => undefined },
      postLimiter: undefined,
      // Any other call is a TypeError, which causes a 500 and fails the campaign.
      store: {
        saveAll: async (posts) => {
          saved.push(...posts);
          return posts.map(() => ({ outcome: 'saved', reference: 'ABC234', statusToken }));
        },
      } as Partial<RequestStore> as RequestStore,
      readHealth: async () => ({ store: 'ok' }),
      wakeOutbox: () => undefined,
      effects: {} as ActionEffects,
      recipientNames: [],
      sendsEmail: false,
      clock: systemClock,
      log: (event, attributes = {}) => logged.push([event, attributes]),
      stopping: new AbortController().signal,
    });
    let accepted = 0;
    let mostSeen = 0;
    const property = fc.asyncProperty(hostileRequests, async (input) => {
      const { response, work } = await post(input);
      mostSeen = Math.max(mostSeen, work);
      assert(work < maxWork, `it took ${work} ms of CPU`);
      const isAccepted = response.status === 200 || response.status === 303;
      assert(saved.length === (isAccepted ? 1 : 0), 'the response does not match what was saved');
      accepted += saved.length;
      await checkResponse(response);
      checkLog(logged);
      for (const request of saved) {
        await checkEmail(request);
      }
    });
    // The short form also searches for a simpler failing input.
    await fc.assert(property, { numRuns: inputs, endOnFailure: !isShort });
    assert(accepted > 0, 'no input was accepted, so no email was checked');
    return { inputs, accepted, 'most CPU for one input, ms': mostSeen.toFixed(1) };

    /** Posts an input and measures its CPU time. Because of noise, the fastest of up to three attempts counts. */
    async function post({ url, ...init }: { url: string } & RequestInit) {
      let work = Number.POSITIVE_INFINITY;
      let response = new Response();
      for (let attempt = 0; attempt < 3 && work >= slowWork; attempt += 1) {
        [saved, logged] = [[], []];
        const before = process.cpuUsage();
        response = await app.fetch(new Request(url, init), connection);
        const { user, system } = process.cpuUsage(before);
        work = Math.min(work, (user + system) / 1_000);
      }
      return { response, work };
    }
  },
};

const statuses = [200, 303, 400, 403, 413, 415, 422];
const statusToken = 'ABC234abc';
const destinations = [null, `/sent#${statusToken}`, `/es/sent#${statusToken}`];
const keys = 'ok reference statusToken type title status code fields'.split(' ');

/** The rejection page's comments, tags, and links. Any others came from a visitor. */
const comments = /<!--\/?email_off-->/g;
const tags = '!doctype html head meta link title body main h1 div p a span ul li'.split(' ');
const links = [formatPhoneLink(business.phone), ...Object.values(languages).map(({ path }) => path)];

/** Checks that a response contains nothing from the hostile input. */
async function checkResponse(response: Response): Promise<void> {
  const { status, headers } = response;
  assert(statuses.includes(status), `it was answered ${status}`);
  assert(headers.get('x-content-type-options') === 'nosniff', 'the common headers are missing');
  assert(headers.has('content-security-policy'), 'the policy is missing');
  assert(destinations.includes(headers.get('location')), 'it redirects somewhere else');
  const text = (await response.text()).replace(comments, '');
  if (headers.get('content-type')?.startsWith('text/html')) {
    const found = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, part = '']) => part);
    expectOnlyKnown('the page has the tag', found(/<\/?([!a-z][a-z\d]*)/gi), tags);
    expectOnlyKnown('the page links to', found(/<a [^>]*href="(.*?)"/g), links);
  } else if (status !== 303) {
    expectOnlyKnown('the response has the key', Object.keys(JSON.parse(text)), keys);
  }
}

const emailHeaders =
  'from reply-to to subject message-id date auto-submitted importance x-priority mime-version content-type x-mailer';

/** Composes a saved request's email, and checks that hostile input changes only the displayed text. */
async function checkEmail({ fields, language }: PostedRequest): Promise<void> {
  const claimed = { reference: 'ABC234', possibleDuplicate: false, honeypotFilled: false };
  const receivedAt = new Date();
  const addresses = { from: 'website@example.net', to: ['owner@example.com'] };
  const email = composeRequestEmail({ ...claimed, fields, language, receivedAt }, addresses, receivedAt);
  const bytes = Buffer.from(await serializeEmail(email)).toString('latin1');
  assert(!/(?<!\r)\n|\r(?!\n)/.test(bytes), 'the email has a bare line feed');
  const head = bytes.slice(0, bytes.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const lines = head.split('\r\n').map((line) => line.split(/: */, 2) as [string, string]);
  const values = new Map(lines.map(([name, value]) => [name.toLowerCase(), value]));
  assert(values.size === lines.length, 'the email has a duplicate header');
  expectOnlyKnown('the email has a header', values.keys(), emailHeaders.split(' '));
  assert(values.get('to') === addresses.to.join(), `the email goes to ${values.get('to')}`);
  // The email has the domain in lower case, which is equivalent.
  const reply = values.get('reply-to')?.toLowerCase() ?? fields.email.toLowerCase();
  assert(reply === fields.email.toLowerCase(), `the reply goes to ${reply}`);
}

/** All attributes that may be logged, and their formats, which no visitor input matches. */
const allowedAttributes: Record<string, RegExp> = {
  outcome: /^saved$/,
  status: /^\d{3}$/,
  code: /^[a-z_]+$/,
  reference: /^ABC234$/,
  honeypot: /^true$/,
  ms: /^\d+$/,
};

function checkLog(lines: [string, LogAttributes][]): void {
  for (const [event, attributes] of lines) {
    assert(event === 'request' || event === 'rejection', `it was logged as "${event}"`);
    for (const [name, value] of Object.entries(attributes)) {
      assert(allowedAttributes[name]?.test(String(value)) === true, `the log says ${name}: ${value}`);
    }
  }
}

function expectOnlyKnown(sentence: string, found: Iterable<string>, known: readonly string[]): void {
  for (const one of found) {
    assert(known.includes(one), `${sentence} "${one}"`);
  }
}
