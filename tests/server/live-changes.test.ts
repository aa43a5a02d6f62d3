// These tests check the owner's changes in the pages that the server serves.

import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Language, languages } from '../../content/languages.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { words } from '../../content/words/index.ts';
import { liveChangesPath } from '../../contract/function-paths.ts';
import type { LiveChangesResponse } from '../../contract/live-changes.ts';
import { hour } from '../../server/clock.ts';
import { loadSite } from '../../server/http/static-site/load-site.ts';
import { createLiveSite } from '../../server/live-changes/live-site.ts';
import { StoreUnavailableError } from '../../server/queue/transaction.ts';
import { pagePaths } from '../../site/routes.ts';
import { pairPhone } from '../support/dispatch-phone.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { connectToSharedPostgres } from '../support/postgres.ts';
import { countBytesOnTheWire } from '../support/raw-exchange.ts';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';

/** Midnight in Texas. */
const start = new Date('2026-11-28T06:00:00Z');
const at = (milliseconds: number) => new Date(start.getTime() + milliseconds).toISOString();

const names = Object.keys(languages) as Language[];
const pages = names.flatMap((language) =>
  Object.values(pagePaths).map((page) => ({ language, path: languages[language].path + page })),
);
const landings = names.map((language) => languages[language].path);
const [first] = serviceAreas;
const city = first?.city ?? '';
const average = first?.averageMinutes ?? 0;

let clock: ReturnType<typeof createFakeClock>;
let server: InProcessServer;
let phone: Awaited<ReturnType<typeof pairPhone>>;

beforeEach(async () => {
  clock = createFakeClock(start);
  server = await startInProcess({}, { clock, cwd: '.' });
  phone = await pairPhone(server);
});
afterEach(() => server.stop());

/** Returns a different text for each language. */
const texts = (text: string) =>
  Object.fromEntries(names.map((language) => [language, `${text} (${language})`]));

const showNotice = (text: Record<string, string>, ends = at(6 * hour), begins = at(0)) =>
  phone.act({ action: 'notice', text, begins, ends });

const addMinutes = (minutes: 0 | 15 | 30 | 60) =>
  phone.act({ action: 'extra_minutes', city, minutes, until: at(6 * hour) });

const pageAt = async (path: string) => (await fetch(server.url + path)).text();

/** Advances the clock by the ten seconds between the server's checks, then fetches the page. */
function later(url: string): Promise<Response> {
  clock.advance(10_000);
  return fetch(url);
}

/** Returns a page's text without tags, with one space between words. */
const extractText = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

/** Requests the landing page without `fetch`, which would decode the response. */
async function askEncoded(encoding: string) {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  get(server.url, { headers: { 'Accept-Encoding': encoding } }, resolve);
  const response = await promise;
  return { headers: response.headers, body: await buffer(response) };
}

describe('a notice', () => {
  test('is shown on every page with its end time', async () => {
    await showNotice(texts('Ice on bridges.'));
    for (const { path, language } of pages) {
      const ends: Record<string, string> = {
        en: '(Shown until 6:00 AM.) ',
        es: '(Visible hasta las 6:00 a.m.) ',
      };
      const end = ends[language] ?? '(';
      const text = extractText(await pageAt(path));
      expect(text, path).toContain(`Ice on bridges. (${language}). ${end}`);
      for (const other of names.filter((name) => name !== language)) {
        expect(text, path).not.toContain(`(${other})`);
      }
    }
  });

  test('is part of the message board’s headline on the landing page', async () => {
    await showNotice(texts('Ice on bridges.'));
    const [, headline = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(await pageAt('/')) ?? [];
    expect(extractText(headline)).toContain('Ice on bridges.');
  });

  test('is escaped, no matter what it contains', async () => {
    await showNotice(texts('<img src=x onerror=alert(1)>$& "\'&amp;'));
    for (const { path } of pages) {
      const html = await pageAt(path);
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;$&amp; &quot;&#x27;&amp;amp; (');
      expect(html).not.toContain('<img src=x');
    }
  });

  test('disappears when it ends, and each page returns to its earlier state', async () => {
    const urls = landings.map((path) => server.url + path);
    const etags = (ask: (url: string) => Promise<Response>) =>
      Promise.all(urls.map(async (url) => (await ask(url)).headers.get('etag')));
    const before = await etags(fetch);
    await showNotice(texts('Ice on bridges.'));
    const shown = await etags(fetch);
    expect(shown.filter((etag) => before.includes(etag))).toEqual([]);
    clock.advance(6 * hour);
    await expect.poll(() => etags(later)).toEqual(before);
  });

  test('appears automatically at its planned time', async () => {
    await showNotice(texts('Closed on Thursday.'), at(9 * hour), at(3 * hour));
    for (const path of landings) {
      expect(await pageAt(path)).not.toContain('Closed on Thursday.');
    }
    clock.advance(3 * hour);
    for (const path of landings) {
      await expect.poll(async () => (await later(server.url + path)).text()).toContain('Closed on Thursday.');
    }
  });

  test('is served in each encoding with the right size', async () => {
    await showNotice(texts('Ice on bridges.'));
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
    const etags = new Set<string>();
    for (const [encoding, decode] of Object.entries(decoders)) {
      const { headers, body } = await askEncoded(encoding);
      expect(decode(body).toString()).toContain('Ice on bridges.');
      expect(headers['content-length']).toBe(String(body.length));
      etags.add(headers.etag ?? '');
    }
    expect(etags.size).toBe(3);
  });

  test('does not change the Content-Security-Policy', async () => {
    const policies = async () =>
      Promise.all(
        pages.map(async ({ path }) =>
          (await fetch(server.url + path)).headers.get('content-security-policy'),
        ),
      );
    const before = await policies();
    await showNotice(texts('Ice on bridges.'));
    await addMinutes(30);
    expect(await policies()).toEqual(before);
  });

  test('of 90 characters fits into the first response next to extra minutes', async () => {
    const letters =
      'Bridges between Conroe, Katy, Round Rock & San Marcos freeze: trucks wait 3 hours or more.';
    expect(letters).toHaveLength(90);
    await showNotice(Object.fromEntries(names.map((name) => [name, letters])));
    for (const area of serviceAreas) {
      await phone.act({ action: 'extra_minutes', city: area.city, minutes: 60, until: at(5 * hour) });
    }
    for (const { path } of pages) {
      expect(await countBytesOnTheWire(server.url + path), path).toBeLessThanOrEqual(10_000);
    }
  });
});

describe('extra minutes', () => {
  const extractSign = (html: string) =>
    extractText(
      new RegExp(`<li class="panel"[^>]*><span>${city}</span>.*?</li>`, 's').exec(html)?.[0] ?? '',
    ).trim();

  test('replace the average on the first screen’s sign', async () => {
    expect(extractSign(await pageAt('/'))).toBe(
      `${city} ${average} min ${words.en.serviceArea.averageResponse}`,
    );
    await addMinutes(30);
    expect(extractSign(await pageAt('/'))).toBe(`${city} ${average + 30} min until 6:00 AM`);
    await addMinutes(0);
    expect(extractSign(await pageAt('/'))).toContain(words.en.serviceArea.averageResponse);
  });

  test('follow the average in Service Area', async () => {
    await addMinutes(30);
    const text = extractText(await pageAt('/'));
    expect(text).toContain(
      `${city} ${average} min ${words.en.serviceArea.averageResponse} ${average + 30} min, until 6:00 AM`,
    );
  });

  test('do not change other areas', async () => {
    await addMinutes(30);
    const html = await pageAt('/');
    expect(html.match(/data-now/g)).toHaveLength(1);
  });
});

describe('shop hours', () => {
  const lines = [
    { days: 'Mo-Sa', opens: '06:00', closes: '22:00' },
    { days: 'Su-Su', opens: '08:00', closes: '12:00' },
  ];
  const parseStructuredData = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');

  test('appear next to the emergency line, with a sentence about other times', async () => {
    await phone.act({ action: 'shop_hours', lines });
    const text = extractText(await pageAt('/'));
    expect(text).toContain(
      'Shop hours Monday through Saturday, 6:00 AM to 10:00 PM Sunday, 8:00 AM to 12:00 PM At other times',
    );
    expect(extractText(await pageAt('/es/'))).toContain('Horario del taller De lunes a sábado, de 6:00 a.m.');
  });

  test('become the opening hours in structured data', async () => {
    const before = parseStructuredData(await pageAt('/'));
    await phone.act({ action: 'shop_hours', lines });
    const data = parseStructuredData(await pageAt('/'));
    expect(data.openingHoursSpecification).toMatchObject([
      { dayOfWeek: expect.arrayContaining(['Monday', 'Saturday']), opens: '06:00', closes: '22:00' },
      { dayOfWeek: ['Sunday'], opens: '08:00', closes: '12:00' },
    ]);
    expect(data.contactPoint.hoursAvailable).toEqual(before.openingHoursSpecification);
  });

  test('return to their earlier values after Undo', async () => {
    const before = await pageAt('/');
    const { site } = await phone.act({ action: 'shop_hours', lines });
    await phone.act({ action: 'undo', kind: 'shop_hours', id: site.addedChangeIds.shop_hours ?? 0 });
    expect(await pageAt('/')).toBe(before);
  });
});

test('another server shows a change within 15 seconds', async () => {
  const postgres = await connectToSharedPostgres();
  const env = { DATABASE_URL: await postgres.newDatabase() };
  const other = { clock: createFakeClock(new Date()), cwd: '.' };
  const servers = await Promise.all([startInProcess(env, { cwd: '.' }), startInProcess(env, other)]);
  const [{ url, store }, { url: otherUrl }] = servers;
  await expect.poll(async () => (await fetch(`${otherUrl}/healthz`)).status).toBe(200);
  const owner = await pairPhone({ url, store });
  const ends = new Date(Date.now() + hour).toISOString();
  await owner.act({
    action: 'notice',
    text: texts('Ice on bridges.'),
    begins: new Date().toISOString(),
    ends,
  });
  expect(await (await fetch(url)).text()).toContain('Ice on bridges.');
  other.clock.advance(15_000);
  await expect.poll(async () => (await fetch(otherUrl)).text()).toContain('Ice on bridges.');
  await Promise.all(servers.map((running) => running.stop()));
});

test('a server without its store shows a notice until the notice ends', async () => {
  const stopping = new AbortController();
  let isAway = false;
  const endsAt = start.getTime() + hour;
  const value = { text: texts('Ice on bridges.') };
  const { site, refresh } = createLiveSite({
    site: loadSite('build/site'),
    store: {
      readOwnerChanges: async () => {
        if (isAway) {
          throw new StoreUnavailableError('away');
        }
        return [{ id: 1, kind: 'notice', value, beginsAt: start.getTime(), endsAt }];
      },
    },
    clock,
    log: () => undefined,
    stopping: stopping.signal,
  });
  const shown = () => Buffer.from(site.get('/')?.at(-1)?.bytes ?? []).includes('Ice on bridges.');
  await refresh();
  isAway = true;
  await refresh();
  expect(shown()).toBe(true);
  clock.advance(hour);
  await expect.poll(shown).toBe(false);
  stopping.abort();
});

test('a phone with a long name can be put on call', async () => {
  const recipients = ['https://hooks.example.com/a', 'https://hooks.example.com/b'].join(' ');
  const other = await startInProcess(
    { PAGE_URL: recipients, SITE_URL: 'https://www.example.com' },
    { clock, cwd: '.' },
  );
  const [first] = (await (await pairPhone(other)).dashboard()).site.onCall;
  const name = 'The phone in the big service truck no. 2';
  const long = await pairPhone(other, { name, firstName: '', recipient: first?.recipient ?? '' });
  const { site } = await long.dashboard();
  await long.act({ action: 'on_call', order: site.onCall });
  expect((await long.dashboard()).site.onCall[0]?.label).toBe(name.slice(0, 30));
  await other.stop();
});

describe('the function for static hosts', () => {
  const ask = (init: RequestInit = {}) => fetch(server.url + liveChangesPath, init);

  test('returns the notice and the signs in each language', async () => {
    await showNotice(texts('Ice on bridges.'));
    await addMinutes(30);
    const answer = (await (await ask()).json()) as LiveChangesResponse;
    expect(answer.notice?.en).toMatch(/^Ice on bridges\. \(en\)\. \(Shown until 6:00\sAM\.\)$/);
    expect(Object.keys(answer.notice ?? {})).toEqual(names);
    expect(answer.signs[city]?.minutes.en).toBe(`${average + 30} min`);
    expect(Object.keys(answer.signs)).toEqual([city]);
  });

  test('returns an empty response, cached for a minute, if nothing changed', async () => {
    const response = await ask();
    expect(await response.json()).toEqual({ signs: {} });
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
  });

  test('refuses posts and pages of other sites', async () => {
    const response = await ask({ headers: { Origin: 'https://evil.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect((await ask({ method: 'POST' })).status).toBe(405);
  });
});
