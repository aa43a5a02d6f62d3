import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { business as ours } from '../content/business.ts';
import { interpolate } from '../content/interpolate.ts';
import { serviceAreas } from '../content/service-areas.ts';
import { en } from '../content/words/en.ts';
import { mailWords } from '../content/words/mail.ts';
import type { AnswerBook, Answers, Circumstances } from '../deploy/launch-check/circumstances.ts';
import { askDns } from '../deploy/launch-check/dns.ts';
import { runChecks } from '../deploy/launch-check/run-checks.ts';
import { startsProcess } from '../scripts/time-limits.mjs';
import { commonHeaders } from '../server/headers.ts';
import type { Email } from '../server/mail/transport.ts';
import type { Attempt } from '../server/outbox/channel.ts';
import { readSettings } from '../server/settings.ts';
import { startDnsServer, type Zone } from './support/dns-server.ts';
import { placeholderBusiness } from './support/placeholder-business.ts';
import { startSmtpSink } from './support/smtp-sink.ts';
import { startInProcess } from './support/start-in-process.ts';
import { newDataDir } from './support/start-server.ts';
import { tinySite } from './support/tiny-site.ts';

const siteUrl = 'https://www.lonestar-diesel.com';
const now = new Date('2026-11-30T12:00:00Z');
const hour = 60 * 60_000;
let sink: Awaited<ReturnType<typeof startSmtpSink>>;
beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.stop());

const zone: Zone = {
  'lonestar-diesel.com': { texts: ['v=spf1 include:mail.test -all', 'another-token=1'] },
  '_domainkey.lonestar-diesel.com': {},
  '_dmarc.lonestar-diesel.com': { texts: ['v=DMARC1; p=none'] },
  'www.lonestar-diesel.com': { alpn: ['h3', 'h2'] },
};

/** The settings of a site that may go online, and what is changed in them. */
function settingsWith(changes: Record<string, string> = {}) {
  return readSettings({
    SITE_URL: siteUrl,
    SMTP_URL: sink.url,
    MAIL_TO: 'owner@lonestar-diesel.com',
    MAIL_FROM: 'site@lonestar-diesel.com',
    TRUSTED_PROXY_HOPS: '1',
    ...changes,
  });
}

/** How the site answers at its public address when all is right. */
const answers: Record<string, () => Response> = {
  'GET /': () =>
    new Response('', {
      headers: {
        ...commonHeaders(siteUrl),
        'Content-Security-Policy': "default-src 'none'",
        'Content-Encoding': 'br',
        'Alt-Svc': 'h3=":443"; ma=2592000',
      },
    }),
  'GET /healthz': () => Response.json({ store: 'ok', proxies: 1 }),
  'POST /functions/v1/send-contact-email': () => new Response('', { status: 422 }),
};

/** An owner who has a license and says yes, and types this as the reference of the test email. */
const answering = (reference: () => string | undefined) => async (question: string) => {
  if (question.includes('at the end of its subject')) return reference();
  return question.includes('Which license') ? 'TDLR 12345, Acme Mutual' : 'yes';
};

function memoryBook(kept: Answers = {}): AnswerBook {
  return { read: () => kept, write: () => undefined };
}

interface Changes extends Partial<Circumstances> {
  zone?: Zone;
  answers?: Record<string, () => Response>;
  /** How the test email to an address ends. */
  attempt?(address: string): Attempt;
}

/** Runs all checks on circumstances in which only what is changed is wrong. Gives the lines. */
async function check({ zone: changedZone, answers: changedAnswers, attempt, ...changes }: Changes = {}) {
  const dns = await startDnsServer({ ...zone, ...changedZone });
  const allAnswers = { ...answers, ...changedAnswers };
  const sent: Email[] = [];
  const lines: string[] = [];
  const points = await runChecks(
    {
      business: {
        name: 'Lone Star Diesel',
        phone: '+15123334444',
        email: 'calls@lonestar-diesel.com',
        agency: { name: 'Second Street Web', url: 'https://secondstreet.dev/' },
        retentionDays: ours.retentionDays,
        privacySince: ours.privacySince,
        claims: ours.claims,
      },
      settings: settingsWith(),
      site: new URL(siteUrl),
      ask: async (path, { method = 'GET' } = {}) =>
        allAnswers[`${method} ${path}`]?.() ?? new Response('', { status: 404 }),
      builtPage: () => `<link rel="canonical" href="${siteUrl}/">`,
      dns: askDns(dns.address),
      transport: {
        delivers: true,
        send: async (email, address) => {
          sent.push(email);
          return attempt?.(address) ?? { outcome: 'accepted', resultCode: '250' };
        },
      },
      typed: answering(() => ` ${sent[0]?.reference.toLowerCase()} `),
      answerBook: memoryBook(),
      now,
      freeSpace: () => 5e9,
      lastBackup: () => new Date(now.getTime() - 24.5 * hour),
      isClockSynchronized: () => true,
      ...changes,
    },
    (line) => lines.push(line),
  );
  await dns.stop();
  return { points, open: lines.filter((line) => line.includes('OPEN')), lines, sent };
}

test('nothing is open where all is right, and what nobody can test is called so', async () => {
  const { points, lines, sent } = await check();
  expect(lines.filter((line) => !line.startsWith('  ok '))).toEqual([
    expect.stringContaining('UDP port 443'),
  ]);
  expect(points).toBe(0);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.parts.subject).toMatch(new RegExp(`^${mailWords.emergency} .*${sent[0]?.reference}$`));
});

const without = (header: string) => () => {
  const response = answers['GET /']?.() as Response;
  response.headers.delete(header);
  return response;
};
const health = (body: unknown) => ({ 'GET /healthz': () => Response.json(body) });

/** Each makes one check fail, with a sentence that holds these words. */
const faults: [what: string, changes: () => Changes, words: string[]][] = [
  [
    'the placeholders',
    () => ({ business: placeholderBusiness }),
    ['The name', 'The phone', 'The email', 'The agency'],
  ],
  ['an unset address', () => ({ settings: settingsWith({ SITE_URL: '' }) }), ['SITE_URL is not set']],
  [
    'an address without TLS',
    () => ({ settings: settingsWith({ SITE_URL: 'http://www.lonestar-diesel.com' }) }),
    ['on http anybody', 'had https://www.lonestar-diesel.com checked', 'built for another address'],
  ],
  ['pages built for another address', () => ({ builtPage: () => '' }), ['built for another address']],
  ['no mail server', () => ({ settings: settingsWith({ SMTP_URL: '' }) }), ['SMTP_URL is not set']],
  [
    'a mail server that is not there',
    () => ({ settings: settingsWith({ SMTP_URL: 'smtp://127.0.0.1:9' }) }),
    ['did not let us in'],
  ],
  [
    'an email that is refused',
    () => ({ attempt: () => ({ outcome: 'refused', resultCode: '550' }) }),
    ['(refused, 550)'],
  ],
  ['a reference that nobody types', () => ({ typed: answering(() => undefined) }), ['among spam']],
  ['another reference', () => ({ typed: answering(() => 'AAAAAA') }), ['among spam']],
  [
    'a recipient that is refused',
    () => ({
      settings: settingsWith({ MAIL_TO: 'calls@lonestar-diesel.com,x@lonestar-diesel.com' }),
      attempt: (address) =>
        address.startsWith('x@')
          ? { outcome: 'refused', resultCode: '550' }
          : { outcome: 'accepted', resultCode: '250' },
    }),
    ['to x@lonestar-diesel.com (refused, 550)'],
  ],
  ['no SPF', () => ({ zone: { 'lonestar-diesel.com': {} } }), ['no SPF record']],
  [
    'two SPF records',
    () => ({ zone: { 'lonestar-diesel.com': { texts: ['v=spf1 -all', 'v=spf1 mx -all'] } } }),
    ['2 SPF records'],
  ],
  ['no DMARC', () => ({ zone: { '_dmarc.lonestar-diesel.com': {} } }), ['_dmarc.lonestar-diesel.com with']],
  ['no HTTPS record', () => ({ zone: { 'www.lonestar-diesel.com': {} } }), ['alpn="h3,h2"']],
  [
    'a record without h3',
    () => ({ zone: { 'www.lonestar-diesel.com': { alpn: ['h2'] } } }),
    ['alpn="h3,h2"'],
  ],
  [
    'a page that is not there',
    () => ({ answers: { 'GET /': () => new Response('', { status: 502 }) } }),
    ['/ answers with 502'],
  ],
  [
    'a store that fails',
    () => ({ answers: { 'GET /healthz': () => new Response('', { status: 503 }) } }),
    ['/healthz answers with 503'],
  ],
  ['a proxy that nobody counted', () => ({ answers: health({ proxies: 2 }) }), ['share one limit']],
  [
    'a proxy that is not there',
    () => ({ answers: health({}) }),
    ['0 proxies are before the server, so a visitor can'],
  ],
  [
    'a Host that is not passed on',
    () => ({
      answers: { 'POST /functions/v1/send-contact-email': () => new Response('', { status: 403 }) },
    }),
    ['the header Host'],
  ],
  [
    'a form that leads nowhere',
    () => ({
      answers: { 'POST /functions/v1/send-contact-email': () => new Response('', { status: 404 }) },
    }),
    ['404 instead of 422'],
  ],
  [
    'no HSTS',
    () => ({ answers: { 'GET /': without('Strict-Transport-Security') } }),
    ['Strict-Transport-Security'],
  ],
  [
    'no policy',
    () => ({ answers: { 'GET /': without('Content-Security-Policy') } }),
    ['Content-Security-Policy'],
  ],
  ['no brotli', () => ({ answers: { 'GET /': without('Content-Encoding') } }), ['brotli']],
  ['no HTTP/3', () => ({ answers: { 'GET /': without('Alt-Svc') } }), ['does not offer HTTP/3']],
  ['a full disk', () => ({ freeSpace: () => 3e8 }), ['only 300 MB']],
  [
    'an old copy',
    () => ({ lastBackup: () => new Date(now.getTime() - 26 * hour) }),
    ['2026-11-29 10:00 UTC'],
  ],
  ['no copy', () => ({ lastBackup: () => undefined }), ['was never made']],
  [
    'a longer retention',
    () => ({ settings: settingsWith({ RETENTION_DAYS: '90' }) }),
    [`90 but the privacy section promises ${ours.retentionDays} days`],
  ],
  ['a clock that nobody sets', () => ({ isClockSynchronized: () => false }), ['timedatectl set-ntp true']],
];

test.each(faults)('%s: an open point that says what, why and what to do', async (_, changes, words) => {
  const { points, open } = await check(changes());
  expect(open).toEqual(words.map((word) => expect.stringContaining(word)));
  expect(points).toBe(words.length);
  for (const line of open) {
    expect(line).toMatch(/^ {2}OPEN {4}[A-Z"][^\n]*, [^\n]+: [^\n]+\.$/i);
  }
});

describe('the claims', () => {
  const asked = async (answer: string | undefined, kept: Answers = {}) => {
    const questions: string[] = [];
    const written: Answers[] = [];
    const { open } = await check({
      typed: async (question) => {
        questions.push(question);
        return answer;
      },
      answerBook: { read: () => ({ ...kept }), write: (answers) => written.push({ ...answers }) },
    });
    const claims = open.filter((line) => line.includes('You have not confirmed'));
    return { claims, questions: questions.filter((question) => !question.includes('subject')), written };
  };
  const said = [
    ...[
      [ours.claims.yearsOfExperience, en.claims.years],
      [ours.claims.clients, en.claims.clients],
      [ours.claims.hoursSaved, en.claims.hours],
    ].flatMap(([number, claim]) => (number === '' ? [] : [String(claim)])),
    ...serviceAreas.map(
      ({ city, averageMinutes }) =>
        `${city}: ${interpolate(en.serviceArea.minutes, { minutes: averageMinutes })}`,
    ),
    en.hero.ase,
    en.hero.licensed,
    `${en.privacy.heading}, ${ours.privacySince}`,
  ];

  test.each([undefined, 'no', 'ja', ''])(
    'with the answer %j all are open, and none is kept',
    async (answer) => {
      const { claims, written } = await asked(answer);
      expect(claims).toHaveLength(1);
      for (const statement of said) {
        expect(claims[0]).toContain(statement);
      }
      expect(written).toEqual([]);
    },
  );

  test('a yes is kept with its date; a license must be named', async () => {
    const { claims, questions, written } = await asked('yes');
    expect(questions).toHaveLength(said.length);
    expect(claims).toEqual([expect.stringContaining(`not confirmed "${en.hero.licensed}", so`)]);
    expect(Object.values(written.at(-1) ?? {})).toEqual(
      said.slice(1).map(() => ({ answer: 'yes', date: '2026-11-30' })),
    );
  });

  test('are not asked again, unless what the pages say has changed', async () => {
    const book: Answers[] = [];
    await check({ answerBook: { read: () => ({}), write: (answers) => book.push({ ...answers }) } });
    const [changed = '', ...others] = Object.keys(book.at(-1) ?? {});
    const kept = Object.fromEntries(others.map((name) => [name, { answer: 'yes', date: '2026-11-30' }]));
    const { questions } = await asked('yes', kept);
    expect(questions).toEqual([expect.stringContaining(changed)]);
  });
});

test('a domain without any key has no DKIM', async () => {
  const dns = await startDnsServer({ 'lonestar-diesel.com': zone['lonestar-diesel.com'] ?? {} });
  const { open } = await check({ dns: askDns(dns.address) });
  await dns.stop();
  expect(open).toContainEqual(expect.stringContaining('no DKIM key'));
});

test('a name server that is silent and a login that is refused are open points too', async () => {
  const closed = await startDnsServer({});
  await closed.stop();
  const guarded = new SMTPServer({
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: (_auth, _session, callback) =>
      callback(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
  });
  guarded.on('error', () => undefined);
  await new Promise<void>((resolve) => guarded.listen(0, '127.0.0.1', resolve));
  const { port } = guarded.server.address() as { port: number };
  const { open } = await check({
    dns: askDns(closed.address),
    settings: settingsWith({ SMTP_URL: `smtp://user:wrong@127.0.0.1:${port}` }),
  });
  guarded.close();
  expect(open).toEqual([
    ...['the HTTPS record', 'SPF', 'DKIM', 'DMARC'].map((name) =>
      expect.stringContaining(`"${name}" could not be looked at`),
    ),
    expect.stringContaining('did not let us in (it refused the user or the password)'),
  ]);
});

describe('npm run launch-check', () => {
  function run(cwd: string, env: Record<string, string>, ...parameters: string[]) {
    const script = join(import.meta.dirname, '../deploy/launch-check/launch-check.ts');
    const child = spawn(process.execPath, [script, ...parameters], { cwd, env });
    const ended = Promise.all([
      new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1))),
      text(child.stdout),
      text(child.stderr),
    ]).then(([code, said, complaint]) => ({ code, said, complaint }));
    return { child, ended };
  }

  test(
    'ends with the number of open points, once the owner has typed the reference of the email',
    startsProcess,
    async () => {
      const cwd = tinySite();
      const server = await startInProcess({ LIMITS: 'on' }, { cwd });
      const dns = await startDnsServer({});
      const own = await startSmtpSink();
      const env = {
        DATA_DIR: server.dataDir,
        SMTP_URL: own.url,
        MAIL_TO: 'owner@example.com',
        SITE_URL: 'http://www.example.com',
      };
      const backups = join(newDataDir(), 'copies');
      mkdirSync(backups);
      writeFileSync(join(backups, 'requests-today.sqlite'), '');
      const { child, ended } = run(cwd, env, server.url, '--dns', dns.address, '--backups', backups);
      child.stdin.write(`${'yes\n'.repeat(4 + serviceAreas.length)}TDLR 12345, Acme Mutual\nyes\n`);
      const [mail] = await own.received(1);
      child.stdin.end(`${mail?.subject?.slice(-6)}\n`);
      const { code, said } = await ended;
      expect(said).toContain('  ok      a test email that you have read');
      expect(said).toContain('  ok      the name that the proxy passes on');
      expect(said).toContain('  ok      the proxies before the server');
      expect(said).toContain('  ok      the copy of the requests');
      expect(said).toContain('  ok      your yes to each claim, and to the privacy section');
      expect(JSON.parse(readFileSync(join(server.dataDir, 'claims.json'), 'utf8'))).toMatchObject({
        [en.hero.licensed]: { answer: 'TDLR 12345, Acme Mutual' },
      });
      expect(said).toContain('The phone in content/business.ts is still the placeholder');
      expect(code).toBe(said.match(/^ {2}OPEN/gm)?.length);
      expect(said).toContain(`Open points: ${code}.`);
      // Nothing was saved, and the empty form is all that was posted.
      expect(server.log.filter(({ event }) => event === 'request')).toEqual([]);
      expect(own.mails).toHaveLength(1);
      await Promise.all([server.stop(), dns.stop(), own.stop()]);
    },
  );

  test('says how it is used, and what it cannot use', startsProcess, async () => {
    const cwd = tinySite();
    expect(await run(cwd, {}, '--help').ended).toMatchObject({
      code: 0,
      said: expect.stringContaining('--dns'),
    });
    expect(await run(cwd, {}).ended).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('SITE_URL is not set'),
    });
    expect(await run(cwd, { SMTP_URL: 'x' }, siteUrl).ended).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('SMTP_URL cannot be used'),
    });
  });
});
