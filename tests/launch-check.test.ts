import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { business as ours } from '../content/business.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { mailWords, words } from '../content/words/index.ts';
import { pagingWords } from '../content/words/paging.ts';
import { contactPath } from '../contract/contact-fields.ts';
import { type CheckContext, runChecks } from '../deploy/launch-check/checks.ts';
import type { LaunchCheckAnswers } from '../deploy/launch-check/owner.ts';
import { startsProcess } from '../scripts/time-limits.mjs';
import { hour } from '../server/clock.ts';
import type { OutgoingEmail } from '../server/mail/transport.ts';
import type { Recipient } from '../server/paging/alarm.ts';
import { readPaging } from '../server/paging/recipients.ts';
import type { AttemptResult } from '../server/queue/channel.ts';
import { readSettings } from '../server/settings/settings.ts';
import { openDatabase } from '../server/store/sqlite/database.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { createInProcessStore } from './support/in-process-store.ts';
import { createMemoryFolder } from './support/memory-folder.ts';
import { startServer } from './support/start-server.ts';
import { createTinySite } from './support/tiny-site.ts';

const { en } = words;

const siteUrl = 'https://www.lonestar-diesel.com';
const other = 'https://lonestar-diesel.com';
const now = new Date('2026-11-30T12:00:00Z');

const database = openDatabase(createMemoryFolder('launch-check'));
const store = createInProcessStore(() => database, { clock: createFakeClock(now), channels: [] });

/** The reference of the request in the latest test alarm. */
let paged = '';
const createPhone = (end: () => ReturnType<Recipient['send']>): Recipient => ({
  name: 'ntfy.sh/shop',
  send: ({ requests: [request] }) => {
    paged = request?.reference ?? '';
    return end();
  },
});
const gotPage = { outcome: 'accepted' as const, resultCode: '200' };
const phone = createPhone(async () => {
  await store.takeRequest({ reference: paged, by: '', device: null });
  return gotPage;
});

/** Returns the settings of a site that may go online, with changes. */
function settingsWith(changes: Record<string, string> = {}, recipients = [phone]) {
  const settings = readSettings({
    SITE_URL: siteUrl,
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_TO: 'owner@lonestar-diesel.com',
    MAIL_FROM: 'site@lonestar-diesel.com',
    TRUSTED_PROXY_HOPS: '1',
    ...changes,
  });
  return { ...settings, paging: { ...readPaging(settings), recipients } };
}

type Zone = Record<string, string[] | undefined>;
const zone: Zone = {
  'lonestar-diesel.com': ['v=spf1 include:mail.test -all', 'another-token=1'],
  '_domainkey.lonestar-diesel.com': [],
  '_dmarc.lonestar-diesel.com': ['v=DMARC1; p=none'],
};

/** The site's responses when everything is right. */
const answers: Record<string, () => Response> = {
  [siteUrl]: () => new Response(),
  [other]: () => new Response('', { status: 301, headers: { Location: `${siteUrl}/` } }),
  [`${siteUrl}/healthz`]: () => Response.json({ store: 'ok', mail: 'ok', proxies: 1 }),
  [siteUrl + contactPath]: () => new Response('', { status: 422 }),
};

/** The facts of a site that may go online. */
const confirmed: typeof ours = {
  ...ours,
  name: 'Lone Star Diesel',
  phone: '+15123334444',
  email: 'calls@lonestar-diesel.com',
  phonesRing: true,
  claims: { ...ours.claims, yearsOfExperience: 25 },
  agency: { name: 'Second Street Web', url: 'https://secondstreet.dev/' },
};

interface Changes extends Partial<CheckContext> {
  zone?: Zone;
  answers?: Record<string, () => Response>;
  emailed?: AttemptResult;
  /** The owner's answer to each question, instead of the right one. */
  says?: string | undefined;
  /** Claims that were confirmed before. */
  kept?: LaunchCheckAnswers;
}

/** Runs all checks. Only the changes can be wrong. */
async function check({ emailed, kept, ...changes }: Changes = {}) {
  const allAnswers = { ...answers, ...changes.answers };
  const sent: OutgoingEmail[] = [];
  const questions: string[] = [];
  const lines: string[] = [];
  let written: LaunchCheckAnswers = {};
  const close = vi.fn(async () => undefined);
  const openStore = vi.fn(async () => ({ ...store, close }));
  const points = await runChecks(
    {
      business: confirmed,
      settings: settingsWith(),
      site: new URL(siteUrl),
      fetchUrl: async (url) => allAnswers[url]?.() ?? new Response('', { status: 404 }),
      builtPage: () => `<link rel="canonical" href="${siteUrl}/">`,
      resolveAddresses: async () => ['203.0.113.7'],
      resolveTxt: async (name) => ({ ...zone, ...changes.zone })[name],
      ownAddresses: ['203.0.113.7'],
      transport: {
        canDeliver: true,
        send: async (email) => {
          sent.push(email);
          return emailed ?? { outcome: 'accepted', resultCode: '250' };
        },
      },
      openStore,
      askOwner: async (question) => {
        questions.push(question);
        if ('says' in changes) {
          return changes.says;
        }
        if (question.includes('of its subject')) {
          return ` ${sent[0]?.reference.toLowerCase()} `;
        }
        const [, token] = /#pair=(\S+)/.exec(question) ?? [];
        if (token) {
          await store.pairDevice({ token, name: 'Phone', firstName: 'Alex', recipient: null });
        }
        return question.includes('got an alarm') ? paged : 'yes';
      },
      answerBook: {
        read: () => ({ ...kept }),
        write: (given) => {
          written = { ...given };
        },
      },
      now,
      lastBackup: () => new Date(now.getTime() - 24.5 * hour),
      ...changes,
    },
    (line) => lines.push(...line.split('\n')),
  );
  const open = lines.filter((line) => line.includes('OPEN'));
  expect(points).toBe(open.length);
  // In any case, a test alarm must not leave an open request or an open store.
  expect(close).toHaveBeenCalledTimes(openStore.mock.calls.length);
  if (paged) {
    expect(await store.findWithDeliveries(paged)).toMatchObject({ doneAt: now, deliveries: [] });
  }
  return { open, lines, sent, questions, written };
}

test('nothing is open if everything is right', async () => {
  const { lines, sent } = await check();
  expect(lines.filter((line) => !line.startsWith('  ok '))).toEqual([]);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.subject).toMatch(new RegExp(`^${mailWords.emergency} .*${sent[0]?.reference}$`));
});

const health = (body: object) => ({
  [`${siteUrl}/healthz`]: () => Response.json({ store: 'ok', proxies: 1, ...body }),
});
const silent = (...urls: string[]) => ({ answers: Object.fromEntries(urls.map((url) => [url, refuse])) });
function refuse(): never {
  throw new TypeError('fetch failed', { cause: new Error('connection refused') });
}

const apiSettings = settingsWith({ SMTP_URL: '', MAIL_API_KEY: 're_0123456789' });

test.each<[what: string, changes: Changes]>([
  [
    'SPF at the return path, as Resend sets it up,',
    {
      settings: apiSettings,
      zone: { 'lonestar-diesel.com': [], 'send.lonestar-diesel.com': ['v=spf1 include:amazonses.com ~all'] },
    },
  ],
  [
    'another record at the DMARC name',
    { zone: { '_dmarc.lonestar-diesel.com': ['verification=1', 'v=DMARC1; p=none'] } },
  ],
])('%s leaves nothing open', async (_, changes) => {
  expect((await check(changes)).open).toEqual([]);
});

test("a subdomain's two DMARC records count as none", async () => {
  const settings = settingsWith({ MAIL_FROM: 'site@mail.lonestar-diesel.com' });
  const subdomainZone = {
    'mail.lonestar-diesel.com': ['v=spf1 -all'],
    '_domainkey.mail.lonestar-diesel.com': [],
    '_dmarc.mail.lonestar-diesel.com': ['v=DMARC1; p=none', 'v=DMARC1; p=none'],
  };
  const { open } = await check({ settings, zone: subdomainZone });
  expect(open).toEqual([expect.stringContaining('_dmarc.mail.lonestar-diesel.com has 2 DMARC records')]);
});

/** Each fault leaves points open whose sentences contain these words. */
const faults: { what: string; changes: Changes; words: string[] }[] = [
  {
    what: 'everything wrong at once',
    changes: {
      business: {
        ...ours,
        name: 'Mile Marker Diesel',
        phone: '+17135550147',
        email: 'service@milemarkerdiesel.example',
        agency: { name: 'Crossroads Web Studio', url: '' },
      },
      settings: settingsWith({ SITE_URL: 'http://www.lonestar-diesel.com' }, []),
      answers: {
        [siteUrl]: () => new Response('', { status: 502 }),
        ...health({ store: 'failing', mail: 'late', refused: 7, refusedPhones: 1, setAside: 3, proxies: 2 }),
        [siteUrl + contactPath]: () => new Response('', { status: 403 }),
        [other]: () => new Response(),
      },
      zone: {
        'lonestar-diesel.com': [],
        '_domainkey.lonestar-diesel.com': undefined,
        '_dmarc.lonestar-diesel.com': undefined,
      },
      lastBackup: () => undefined,
      transport: { canDeliver: false, send: () => Promise.reject() },
    },
    words: [
      ...['The name', 'The phone', 'The email', 'The agency'],
      ...['does not begin with https', 'built for an address other than'],
      ...['answers with 502', 'No request can be saved', 'has waited 15 minutes'],
      ...[
        'Requests whose email was permanently refused: 7.',
        'alarms for 1 phones',
        '3 damaged or replaced databases were set aside',
        'set it to 2',
      ],
      ...['403 instead of 422', 'does not redirect to'],
      ...[
        'There is no SPF record',
        'no DKIM key',
        'record _dmarc.lonestar-diesel.com with',
        'There is no backup yet',
      ],
      ...['Neither SMTP_URL nor MAIL_API_KEY is set', 'PAGE_URL is not set'],
    ],
  },
  {
    what: 'a name that points to another machine',
    changes: { ...silent(siteUrl), resolveAddresses: async () => ['203.0.113.8'] },
    words: [
      'www.lonestar-diesel.com points to 203.0.113.8, so it has no certificate: change its DNS record to this machine, 203.0.113.7.',
    ],
  },
  {
    what: 'names that DNS does not have',
    changes: { ...silent(siteUrl, other), resolveAddresses: async () => [] },
    words: ['www.lonestar-diesel.com is not in DNS', '  lonestar-diesel.com is not in DNS'],
  },
  { what: 'a proxy that is down', changes: silent(siteUrl), words: ['does not answer (connection refused)'] },
  {
    what: 'a proxy that is down on a machine that does not know its address',
    changes: { ...silent(siteUrl), ownAddresses: [] },
    words: ['does not answer (connection refused)'],
  },
  {
    what: 'a name server that does not answer',
    changes: { resolveTxt: () => Promise.reject(new Error('ETIMEOUT')) },
    words: ["Couldn't check SPF, DKIM and DMARC (ETIMEOUT)"],
  },
  {
    what: 'two DMARC records, which count as none',
    changes: { zone: { '_dmarc.lonestar-diesel.com': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] } },
    words: ['_dmarc.lonestar-diesel.com has 2 DMARC records instead of one'],
  },
  {
    what: "no SPF record for the sender's address or Resend's return path",
    changes: { settings: apiSettings, zone: { 'lonestar-diesel.com': [] } },
    words: ['There is no SPF record at lonestar-diesel.com or send.lonestar-diesel.com'],
  },
  {
    what: 'two SPF records',
    changes: { zone: { 'lonestar-diesel.com': ['v=spf1', 'v=spf1 mx'] } },
    words: ['2 SPF records'],
  },
  {
    what: 'an old backup',
    changes: { lastBackup: () => new Date(now.getTime() - 26 * hour) },
    words: ['2026-11-29T10:00'],
  },
  {
    what: 'an email that is refused',
    changes: { emailed: { outcome: 'refused', resultCode: '550', cause: 'full' } },
    words: ['(refused, full)'],
  },
  {
    what: 'a monitoring service without the check',
    changes: {
      settings: settingsWith({ HEARTBEAT_URL: 'https://ping.test/deleted' }),
      answers: { 'https://ping.test/deleted': () => new Response('OK (not found)') },
    },
    words: ['HEARTBEAT_URL does not work (it has no check'],
  },
  {
    what: 'a privacy section without the company that rings the phones',
    changes: { business: { ...confirmed, phonesRing: false } },
    words: ['PAGE_URL rings phones, but the privacy section does not say so: set "phonesRing" to true'],
  },
  {
    what: 'a privacy section that claims more than a public topic gets',
    changes: { business: confirmed, settings: settingsWith({ PAGE_DETAILS: 'off' }) },
    words: [
      'Alarms leave out what visitors wrote, but the privacy section says they include it: set "phonesRing" to "without details"',
    ],
  },
  {
    what: 'a privacy section that names a paging service although no phone rings',
    changes: { business: confirmed, settings: settingsWith({}, []) },
    words: ['set "phonesRing" to false', 'PAGE_URL is not set'],
  },
  {
    what: 'a refused alarm',
    changes: {
      settings: settingsWith({}, [
        createPhone(async () => ({ outcome: 'refused', resultCode: '403', cause: 'no login' })),
      ]),
    },
    words: ['A test alarm to ntfy.sh/shop failed (403, no login)'],
  },
  {
    what: 'an alarm whose request nobody takes',
    changes: { settings: settingsWith({}, [createPhone(async () => gotPage)]) },
    words: [`Pressing "${pagingWords.take}" on ntfy.sh/shop`],
  },
  {
    what: 'an alarm that fails',
    changes: {
      settings: settingsWith({}, [createPhone(() => Promise.reject(new Error('the store is gone')))]),
    },
    words: ['(the store is gone)'],
  },
  {
    what: 'a phone that nobody pairs',
    changes: {
      openStore: async () => ({ ...store, listDevices: async () => [], close: async () => undefined }),
    },
    words: ['No phone is paired with Dispatch'],
  },
  {
    what: 'an email and an alarm that nobody sees',
    changes: { says: 'AAAAAA' },
    words: ['in the spam folder', 'the reference of the alarm'],
  },
];

test.each(faults)('the open items say what to do about $what', async ({ changes, words }) => {
  const { open } = await check(changes);
  expect(open).toEqual(words.map((word) => expect.stringContaining(word)));
  for (const line of open) {
    expect(line).toMatch(/^ {2}OPEN {2}\S[^\n]*: [^\n]+[.?]$/);
  }
});

test('a subdomain needs no second name', async () => {
  const site = new URL('https://repair.lonestar-diesel.com');
  const moved = Object.entries(answers).map(([url, answer]) => [url.replace('www.', 'repair.'), answer]);
  expect((await check({ site, answers: Object.fromEntries(moved) })).open).toEqual([]);
});

/** Some of the claims about the business. */
const claimTexts = [
  ...serviceAreas.map(({ city, averageMinutes }) => `${city}: ${averageMinutes}`),
  ...[`25 ${en.claims.years}`, en.hero.ase, en.hero.licensed, 'The privacy section'],
];

test('claims stay open until the owner confirms them', async () => {
  for (const says of [undefined, 'no', 'No, sorry', '']) {
    const { open, written } = await check({ says });
    const claims = open.filter((line) => line.includes("haven't proved")).join();
    for (const statement of claimTexts) {
      expect(claims).toContain(statement);
    }
    expect(written).toEqual({});
  }
  const { written } = await check();
  for (const answer of Object.values(written)) {
    expect(answer).toEqual({ answer: 'yes', date: '2026-11-30' });
  }
  const [[changed] = [''], ...others] = Object.entries(written);
  const second = await check({ kept: Object.fromEntries(others) });
  expect(second.questions.slice(0, -2)).toEqual([expect.stringContaining(changed)]);
});

test('the check repeats a question with an example if the answer proves nothing', async () => {
  const questions: string[] = [];
  const emptyAnswers = ['y', 'OK'];
  const { written } = await check({
    askOwner: async (question) => {
      questions.push(question);
      return emptyAnswers.shift() ?? 'TDLR 12345';
    },
  });
  expect(questions[1]).toContain('"y" doesn\'t prove that. Type more, like "invoices since 2001"');
  expect(questions[2]).toContain('"OK" doesn\'t prove that.');
  expect(Object.values(written)[0]).toMatchObject({ answer: 'TDLR 12345' });
});

test('npm run launch-check counts open items and keeps answers', startsProcess, async () => {
  const server = await startServer({ cwd: createTinySite() });
  const env = { DATA_DIR: server.dataDir, SITE_URL: server.url };
  const script = join(import.meta.dirname, '../deploy/launch-check/launch-check.ts');
  const child = spawn(process.execPath, [script, createMemoryFolder('backups')], {
    cwd: createTinySite(),
    env,
  });
  child.stdin.end('TDLR 12345, Acme Mutual\n'.repeat(20));
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(printed).toContain('  ok    the site\n');
  expect(code).toBe(printed.match(/ {2}OPEN {2}/g)?.length);
  expect(printed).toContain(`Left to fix: ${code}.`);
  expect(readFileSync(join(server.dataDir, 'claims.json'), 'utf8')).toContain('TDLR 12345, Acme Mutual');
  // The check posted only the empty form.
  expect(server.log.filter(({ event }) => event === 'request')).toEqual([]);
  await server.stop();
});
