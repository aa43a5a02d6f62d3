import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { business as ours } from '../content/business.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { en } from '../content/words/en.ts';
import { mailWords } from '../content/words/mail.ts';
import { pagingWords } from '../content/words/paging.ts';
import { contactPath } from '../contract/contact-fields.ts';
import { type Circumstances, runChecks } from '../deploy/launch-check/checks.ts';
import type { Answers } from '../deploy/launch-check/owner.ts';
import { startsProcess } from '../scripts/time-limits.mjs';
import type { Email } from '../server/mail/transport.ts';
import type { Attempt } from '../server/outbox/channel.ts';
import type { Recipient } from '../server/paging/call.ts';
import { readSettings } from '../server/settings.ts';
import { openDatabase } from '../server/store/sqlite/database.ts';
import { fakeClock } from './support/fake-clock.ts';
import { inProcessStore } from './support/in-process-store.ts';
import { memoryFolder } from './support/memory-folder.ts';
import { placeholderBusiness } from './support/placeholder-business.ts';
import { startSmtpSink } from './support/smtp-sink.ts';
import { startServer } from './support/start-server.ts';
import { tinySite } from './support/tiny-site.ts';

const siteUrl = 'https://www.lonestar-diesel.com';
const other = 'https://lonestar-diesel.com';
const now = new Date('2026-11-30T12:00:00Z');
const hour = 60 * 60_000;

const database = openDatabase(memoryFolder('launch-check'));
const store = inProcessStore(() => database, { clock: fakeClock(now), began: now.getTime(), routes: [] });

/** The request in the latest test page, which its reader takes. */
let paged = '';
const phone: Recipient = {
  name: 'ntfy.sh/shop',
  send: async ({ requests: [request] }) => {
    paged = request?.reference ?? '';
    await store.take({ reference: paged, by: '' });
    return { isAccepted: true, resultCode: '200' };
  },
};

/** The settings of a site that may go online, and what is changed in them. */
function settingsWith(changes: Record<string, string> = {}, recipients = [phone]) {
  const settings = readSettings({
    SITE_URL: siteUrl,
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_TO: 'owner@lonestar-diesel.com',
    MAIL_FROM: 'site@lonestar-diesel.com',
    TRUSTED_PROXY_HOPS: '1',
    ...changes,
  });
  return { ...settings, paging: { ...settings.paging, recipients } };
}

type Zone = Record<string, string[] | undefined>;
const zone: Zone = {
  'lonestar-diesel.com': ['v=spf1 include:mail.test -all', 'another-token=1'],
  '_domainkey.lonestar-diesel.com': [],
  '_dmarc.lonestar-diesel.com': ['v=DMARC1; p=none'],
};

/** How the site answers when all is right. */
const answers: Record<string, () => Response> = {
  [siteUrl]: () => new Response(),
  [other]: () => new Response('', { status: 301, headers: { Location: `${siteUrl}/` } }),
  [`${siteUrl}/healthz`]: () => Response.json({ store: 'ok', mail: 'ok', proxies: 1 }),
  [siteUrl + contactPath]: () => new Response('', { status: 422 }),
};

interface Changes extends Partial<Circumstances> {
  zone?: Zone;
  answers?: Record<string, () => Response>;
  attempt?: Attempt;
  /** What the owner types as the reference of the test email, if not the right one. */
  reference?: string;
}

/** Runs all checks on circumstances in which only what is changed is wrong. Gives the lines. */
async function check({ attempt, reference, ...changes }: Changes = {}) {
  const allAnswers = { ...answers, ...changes.answers };
  const sent: Email[] = [];
  const lines: string[] = [];
  const points = await runChecks(
    {
      business: {
        ...ours,
        name: 'Lone Star Diesel',
        phone: '+15123334444',
        email: 'calls@lonestar-diesel.com',
        agency: { name: 'Second Street Web', url: 'https://secondstreet.dev/' },
      },
      settings: settingsWith(),
      site: new URL(siteUrl),
      ask: async (url) => allAnswers[url]?.() ?? new Response('', { status: 404 }),
      builtPage: () => `<link rel="canonical" href="${siteUrl}/">`,
      addresses: async () => ['203.0.113.7'],
      texts: async (name) => ({ ...zone, ...changes.zone })[name],
      ownAddresses: ['203.0.113.7'],
      transport: {
        delivers: true,
        send: async (email) => {
          sent.push(email);
          return attempt ?? { outcome: 'accepted', resultCode: '250' };
        },
      },
      openStore: async () => ({ ...store, close: async () => undefined }),
      typed: async (question) => {
        if (question.includes('was rung')) return paged;
        const isEmail = question.includes('of its subject');
        return isEmail ? (reference ?? ` ${sent[0]?.reference.toLowerCase()} `) : 'yes';
      },
      answerBook: { read: () => ({}), write: () => undefined },
      now,
      lastBackup: () => new Date(now.getTime() - 24.5 * hour),
      ...changes,
    },
    (line) => lines.push(...line.split('\n')),
  );
  return { points, open: lines.filter((line) => line.includes('OPEN')), lines, sent };
}

test('nothing is open where all is right', async () => {
  const { points, lines, sent } = await check();
  expect(lines.filter((line) => !line.startsWith('  ok '))).toEqual([]);
  expect(points).toBe(0);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.subject).toMatch(new RegExp(`^${mailWords.emergency} .*${sent[0]?.reference}$`));
});

const health = (body: object) => ({
  [`${siteUrl}/healthz`]: () => Response.json({ store: 'ok', proxies: 1, ...body }),
});
const silent = (...urls: string[]) => ({
  answers: Object.fromEntries(
    urls.map((url) => [
      url,
      () => {
        throw new TypeError('fetch failed', { cause: new Error('connection refused') });
      },
    ]),
  ),
});

/** Each makes one check fail, with a sentence that holds these words. */
const faults: [what: string, changes: Changes, words: string[]][] = [
  [
    'the placeholders',
    { business: placeholderBusiness },
    ['The name', 'The phone', 'The email', 'The agency'],
  ],
  [
    'an address without TLS',
    { settings: settingsWith({ SITE_URL: 'http://www.lonestar-diesel.com' }) },
    ['not an address with https', 'built for another address'],
  ],
  ['pages built for another address', { builtPage: () => '' }, ['built for another address']],
  [
    'a longer retention',
    { settings: settingsWith({ RETENTION_DAYS: '90' }) },
    [`promises ${ours.retentionDays}`],
  ],
  [
    'a name that points to another machine',
    { ...silent(siteUrl), addresses: async () => ['203.0.113.8'] },
    ['No certificate yet: www.lonestar-diesel.com points to 203.0.113.8, this machine is 203.0.113.7.'],
  ],
  [
    'names that DNS does not have',
    { ...silent(siteUrl, other), addresses: async () => [] },
    ['www.lonestar-diesel.com is not in DNS', '  lonestar-diesel.com is not in DNS'],
  ],
  ['a proxy that is down', silent(siteUrl), ['does not answer (connection refused)']],
  [
    'a name server that is silent',
    { texts: () => Promise.reject(new Error('ETIMEOUT')) },
    ['Nobody could look at SPF, DKIM and DMARC (ETIMEOUT)'],
  ],
  ['another name that leads nowhere', { answers: { [other]: () => new Response() } }, ['does not lead to']],
  ['no page', { answers: { [siteUrl]: () => new Response('', { status: 502 }) } }, ['answers with 502']],
  ['a store that fails', { answers: health({ store: 'failing' }) }, ['No request can be saved']],
  ['late email', { answers: health({ mail: 'late' }) }, ['has waited 15 minutes']],
  ['dead letters', { answers: health({ refused: 7 }) }, ['7 emails were refused for good']],
  ['damage', { answers: health({ setAside: 3 }) }, ['3 damaged databases were set aside']],
  ['a proxy that nobody counted', { answers: health({ proxies: 2 }) }, ['set it to 2']],
  ['a proxy that is not there', { answers: health({ proxies: undefined }) }, ['set it to 0']],
  [
    'a Host that is not passed on',
    { answers: { [siteUrl + contactPath]: () => new Response('', { status: 403 }) } },
    ['403 instead of 422'],
  ],
  ['no SPF', { zone: { 'lonestar-diesel.com': [] } }, ['0 SPF records']],
  [
    'two SPF records',
    { zone: { 'lonestar-diesel.com': ['v=spf1 -all', 'v=spf1 mx -all'] } },
    ['2 SPF records'],
  ],
  ['no DKIM', { zone: { '_domainkey.lonestar-diesel.com': undefined } }, ['no DKIM key']],
  [
    'no DMARC',
    { zone: { '_dmarc.lonestar-diesel.com': undefined } },
    ['record _dmarc.lonestar-diesel.com with'],
  ],
  ['an old backup', { lastBackup: () => new Date(now.getTime() - 26 * hour) }, ['2026-11-29T10:00']],
  ['no backup', { lastBackup: () => undefined }, ['was never made']],
  [
    'no mail server',
    { transport: { delivers: false, send: () => Promise.reject() } },
    ['SMTP_URL is not set'],
  ],
  ['an email that is refused', { attempt: { outcome: 'refused', resultCode: '550' } }, ['(refused, 550)']],
  ['a reference that nobody types', { reference: '' }, ['among spam']],
  ['another reference', { reference: 'AAAAAA' }, ['among spam']],
];

test.each(faults)('%s: an open point that says what is wrong and what to do', async (_, changes, words) => {
  const { points, open } = await check(changes);
  expect(open).toEqual(words.map((word) => expect.stringContaining(word)));
  expect(points).toBe(words.length);
  for (const line of open) {
    expect(line).toMatch(/^ {2}OPEN {2}\S[^\n]*: [^\n]+[.?]$/);
  }
});

test('a subdomain needs no second name', async () => {
  const site = 'https://repair.lonestar-diesel.com';
  const { open } = await check({
    site: new URL(site),
    answers: {
      [site]: () => new Response(),
      [`${site}/healthz`]: answers[`${siteUrl}/healthz`] as () => Response,
      [site + contactPath]: answers[siteUrl + contactPath] as () => Response,
    },
  });
  expect(open).toEqual([]);
});

const send: Recipient['send'] = async ({ requests: [request] }) => {
  paged = request?.reference ?? '';
  return { isAccepted: true, resultCode: '200' };
};
test.each<[string, Recipient[], Changes, string]>([
  ['nobody to ring', [], {}, 'PAGE_URL is not set'],
  [
    'a page that rang nobody',
    [phone],
    { typed: async () => 'no' },
    'You did not enter the reference of the page',
  ],
  ['a page that was not taken', [{ ...phone, send }], {}, `Pressing "${pagingWords.take}" on ntfy.sh/shop`],
  [
    'a page that was refused',
    [{ ...phone, send: async () => ({ isAccepted: false, resultCode: '403' }) }],
    {},
    'A test page to ntfy.sh/shop failed (403): check PAGE_URL.',
  ],
])('%s is open', async (_, recipients, changes, sentence) => {
  const { open } = await check({ settings: settingsWith({}, recipients), ...changes });
  expect(open.filter((line) => /PAGE_URL|ntfy/.test(line))).toEqual([expect.stringContaining(sentence)]);
});

test('the request of a test page tells nobody else, and is done', async () => {
  await check();
  expect(await store.find(paged)).toMatchObject({ doneAt: now, deliveries: [] });
});

/** What is claimed of the business, in the order in which the owner is asked. */
const said = [
  ...[
    [ours.claims.yearsOfExperience, en.claims.years],
    [ours.claims.clients, en.claims.clients],
    [ours.claims.hoursSaved, en.claims.hours],
  ].flatMap(([number, claim]) => (number === '' ? [] : [String(claim)])),
  ...serviceAreas.map(({ city, averageMinutes }) => `${city}: ${averageMinutes}`),
  en.hero.ase,
  en.hero.licensed,
  en.contact.hours,
  `${en.privacy.heading}, ${ours.privacySince}`,
].filter((statement) => statement !== '');

describe('the claims', () => {
  async function asked(answer: string | undefined, kept: Answers = {}) {
    const questions: string[] = [];
    const written: Answers[] = [];
    const { open } = await check({
      typed: async (question) => {
        questions.push(question);
        return answer;
      },
      answerBook: { read: () => ({ ...kept }), write: (given) => written.push({ ...given }) },
    });
    const claims = open.filter((line) => line.includes('You have not said'));
    return { claims, questions: questions.filter((question) => !/subject|was rung/.test(question)), written };
  }

  test.each([undefined, 'no', 'No, sorry', ''])('with the answer %j all are open', async (answer) => {
    const { claims, written } = await asked(answer);
    expect(claims).toEqual(said.map((statement) => expect.stringContaining(statement)));
    expect(written).toEqual([]);
  });

  test('are kept with answer and date, and asked again only when changed', async () => {
    const { claims, questions, written } = await asked('yes');
    expect(claims).toEqual([]);
    expect(questions).toEqual(said.map((statement) => expect.stringContaining(statement)));
    expect(Object.values(written.at(-1) ?? {})).toEqual(
      said.map(() => ({ answer: 'yes', date: '2026-11-30' })),
    );
    const [changed = '', ...others] = Object.entries(written.at(-1) ?? {});
    const again = await asked('yes', Object.fromEntries(others));
    expect(again.questions).toEqual([expect.stringContaining(changed[0] ?? '')]);
  });
});

describe('npm run launch-check', () => {
  function run(cwd: string, env: Record<string, string>, ...parameters: string[]) {
    const script = join(import.meta.dirname, '../deploy/launch-check/launch-check.ts');
    const child = spawn(process.execPath, [script, ...parameters], { cwd, env });
    const code = new Promise<number>((resolve) => child.once('close', (number) => resolve(number ?? -1)));
    return { child, ended: Promise.all([code, text(child.stdout), text(child.stderr)]) };
  }

  test('ends with the number of open points, and keeps the answers', startsProcess, async () => {
    const cwd = tinySite();
    const server = await startServer({ cwd, env: { LIMITS: 'on' } });
    const sink = await startSmtpSink();
    const env = {
      DATA_DIR: server.dataDir,
      SMTP_URL: sink.url,
      MAIL_TO: 'owner@example.com',
      MAIL_FROM: 'site@localhost',
      SITE_URL: server.url,
    };
    const backups = memoryFolder('data');
    writeFileSync(join(backups, 'requests-today.sqlite'), '');
    const { child, ended } = run(cwd, env, backups);
    child.stdin.write('TDLR 12345, Acme Mutual\n'.repeat(said.length));
    const [mail] = await sink.received(1);
    child.stdin.end(`${mail?.subject?.slice(-6)}\n`);
    const [code, printed] = await ended;
    await Promise.all([server.stop(), sink.stop()]);
    for (const line of ['  ok    the site', '  ok    the backup', '  ok    a test email']) {
      expect(printed).toContain(line);
    }
    expect(code).toBe(printed.match(/^ {2}OPEN/gm)?.length);
    expect(printed).toContain(`Open points: ${code}.`);
    const kept = Object.values(JSON.parse(readFileSync(join(server.dataDir, 'claims.json'), 'utf8')));
    expect(kept).toContainEqual(expect.objectContaining({ answer: 'TDLR 12345, Acme Mutual' }));
    // Nothing was saved, and the empty form is all that was posted.
    expect(server.log.filter(({ event }) => event === 'request')).toEqual([]);
    expect(sink.mails).toHaveLength(1);
  });

  test.each([
    ['SITE_URL is not set', {}],
    ['SMTP_URL cannot be used', { SITE_URL: siteUrl, SMTP_URL: 'x' }],
  ])('says that %s', startsProcess, async (sentence, env) => {
    expect(await run(tinySite(), env).ended).toEqual([1, '', expect.stringContaining(sentence)]);
  });
});
