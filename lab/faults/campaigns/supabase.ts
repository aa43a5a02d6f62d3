import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { type ApiBehavior, type MailApiSink, startMailApi } from '../../../tests/support/mail-api.ts';
import { type PostgresNode, startPostgres } from '../../../tests/support/postgres.ts';
import { type RunningFunctions, siteUrl, startFunctions } from '../../../tests/support/start-functions.ts';
import { campaign, must } from '../campaign.ts';
import { checkResponse } from '../check-response.ts';
import { type HostileRequest, hostileRequests } from '../hostile-requests.ts';
import { openLedger, readLedger } from '../ledger.ts';
import { startLoad } from '../load.ts';
import { compareRows, type Row } from '../reconcile.ts';

const clients = 8;

/** Milliseconds that a client rests after an acknowledgement: what is saved must also be emailed, one by one. */
const clientPause = 50;

/** The longest that a runtime lives under load, in milliseconds. */
const maxUptime = 1_500;

/** How often the schedule calls the function and the mail service changes its behavior, in milliseconds. */
const scheduleInterval = 300;

/** Each takes its turn; a service that is well has two. */
const behaviors: ApiBehavior[] = [
  ...(['accept', 'accept', 'too many requests', 'fail', 'hang'] as const),
  ...(['lose the answer', 'fail when it has taken it'] as const),
];

/** The function as Supabase runs it, under the Deno it runs on. */
export const supabase = campaign({
  shows:
    'killed at random with a failing mail API, the function for Supabase (run locally) loses nothing and emails each once',
  minutes: 8,
  short: { kills: 3, acknowledgements: 60, inputs: 200 },
  long: { kills: 50, acknowledgements: 1_000, inputs: 2_000 },
  async run(size) {
    const folder = mkdtempSync(join(tmpdir(), 'faults-'));
    const [postgres, mailApi] = await Promise.all([startPostgres(), startMailApi()]);
    try {
      const kills = await killAtRandom(postgres, mailApi, folder, size);
      return { ...kills, ...(await postHostileInput(postgres, mailApi, size.inputs)) };
    } finally {
      await mailApi.stop();
      await postgres.stop('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

async function killAtRandom(
  postgres: PostgresNode,
  mailApi: MailApiSink,
  folder: string,
  size: { kills: number; acknowledgements: number },
) {
  const databaseUrl = await postgres.newDatabase();
  const ledger = openLedger(join(folder, 'ledger.jsonl'));
  let functions: RunningFunctions | undefined = await startFunctions({ databaseUrl, mailApi });
  let over = false;
  const load = startLoad({ ledger, clients, url: () => functions?.url, pause: clientPause });
  const schedule = runSchedule();
  try {
    let kills = 0;
    while (kills < size.kills || load.counts.acknowledged < size.acknowledgements) {
      await pause(Math.random() * maxUptime);
      const ending = functions;
      functions = undefined;
      await ending?.stop('SIGKILL');
      kills += 1;
      functions = await startFunctions({ databaseUrl, mailApi });
    }
    await load.stop();
    over = true;
    await schedule;
    await sendTheRest();
    const rows = (await query(`
      select key, reference, name, phone, email, service, message
      from site_requests.requests left join site_requests.idempotency_records on request_id = id`)) as unknown as Row[];
    const found = compareRows(readLedger(ledger.file), rows);
    const emails = Map.groupBy(mailApi.mails, ({ subject }) => subject.split(' ').at(-1) ?? '');
    for (const { reference } of rows) {
      const count = emails.get(reference)?.length ?? 0;
      must(count === 1, `${reference} was emailed ${count} times`);
    }
    return { kills, ...found, emails: mailApi.mails.length, 'posts to the mail API': mailApi.posts.length };
  } finally {
    over = true;
    await load.stop();
    await functions?.stop('SIGKILL');
    ledger.close();
  }

  /** Stands in for pg_cron. A call while the function is down is lost. */
  async function runSchedule(): Promise<void> {
    for (let turn = 0; !over; turn += 1) {
      mailApi.behave(behaviors[turn % behaviors.length] ?? 'accept');
      // A busy machine may not even let us in to look.
      await letTimePass().catch(() => undefined);
      await functions?.sendPending().catch(() => undefined);
      await pause(scheduleInterval);
    }
  }

  async function sendTheRest(): Promise<void> {
    mailApi.behave('accept');
    let idleTurns = 0;
    for (let left = await unsent(), before = left; left > 0; before = left, left = await unsent()) {
      idleTurns = left < before ? 0 : idleTurns + 1;
      must(idleTurns < 100, `${left} requests are still not emailed`);
      if (idleTurns > 0) {
        // A sender that still lives updates the same rows in its own order: after a deadlock, the next turn does it.
        await letTimePass().catch(({ code, message }) => must(code === '40P01', message));
        await functions?.sendPending();
      }
      await pause(scheduleInterval);
    }
  }

  /** Leases and pauses of minutes end now; of a sender that still lives, too: its outcome no longer counts. */
  async function letTimePass(): Promise<void> {
    const [found] = await query("select to_regclass('site_requests.installation') is not null as found");
    if (found?.found) {
      await query(`update site_requests.outbox_messages
        set due_at = 0, lease_ends_at = case when lease_ends_at is not null then 0 end where state <> 'sent'`);
      await query('update site_requests.installation set closed_until = 0');
    }
  }

  async function unsent(): Promise<number> {
    const [row] = await query(
      "select count(*)::int as count from site_requests.outbox_messages where state <> 'sent'",
    );
    return Number(row?.count);
  }

  function query(sql: string) {
    return postgres.query(sql, [], databaseUrl);
  }
}

async function postHostileInput(postgres: PostgresNode, mailApi: MailApiSink, inputs: number) {
  const functions = await startFunctions({ databaseUrl: await postgres.newDatabase(), mailApi });
  const counts: Record<string, number> = {};
  try {
    await fc.assert(
      fc.asyncProperty(hostileRequests, async (input) => {
        const answer = await send(functions.url, input);
        counts[`answered ${answer.status}`] = (counts[`answered ${answer.status}`] ?? 0) + 1;
        await checkResponse(answer, siteUrl);
      }),
      { numRuns: inputs, endOnFailure: true },
    );
    const faults = functions.log.filter(({ event }) => event === 'error' || event === 'mail_failed');
    must(faults.length === 0, `the log says ${JSON.stringify(faults[0])}`);
    return { 'hostile inputs': inputs, ...counts };
  } finally {
    await functions.stop('SIGKILL');
  }
}

/** Not fetch, which sends only what a browser would. */
function send(url: string, { path, headers, body }: HostileRequest): Promise<Response> {
  // Deno compresses for whoever says that he can read it.
  const { 'Content-Length': _, 'Accept-Encoding': __, ...others } = headers;
  const usable = Object.entries(others).map(([name, value]) => {
    return [name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()];
  });
  // A connection of its own: Deno closes one whose body it did not read.
  const options = { method: 'POST', headers: Object.fromEntries(usable), agent: false };
  return new Promise((resolve, reject) => {
    const sent = request(url + path, options, (response) => {
      const found = new Headers(response.headers as Record<string, string>);
      response.toArray().then((parts) => {
        resolve(new Response(Buffer.concat(parts), { status: response.statusCode ?? 0, headers: found }));
      }, reject);
    });
    sent.on('error', reject).end(Buffer.from(body));
  });
}
