import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { dispatchKeyHeader } from '../../contract/dispatch.ts';
import { dispatchPath, requestStatusPath } from '../../contract/function-paths.ts';
import { requestTokenHeader } from '../../contract/request-status.ts';
import { run as pair } from '../../server/commands/pair.ts';
import { exampleRequest } from '../support/example-request.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { runCommand } from '../support/start-in-process.ts';
import { type RunningServer, startServer } from '../support/start-server.ts';

/** What a phone and drivers do at the same time. `owner` names an action of Dispatch, `driver` one of the driver's page. */
const actions = [
  { owner: { action: 'take' } },
  { owner: { action: 'on_my_way', minutes: 40 } },
  { owner: { action: 'done' } },
  { owner: { action: 'not_a_customer' } },
  { owner: { action: 'email_again' } },
  { driver: 'cancel' },
  { driver: 'erase' },
] as const;

/** After how many answers the server is killed. The other actions are under way then. */
const moments = [0, 1, 2, 3, 4, 5, 6];

/**
 * Each finds requests of which an action was only half done. An alarm that was under way may wait again: the next claim
 * closes it (requests/claim.ts).
 */
const halves = {
  'on the way, but taken by nobody': 'eta_at is not null and taken_at is null',
  'erased, but not noted for a restore':
    'erased_at is not null and reference not in (select reference from erasures)',
  'erased, but its words are there': "erased_at is not null and fields <> '{}'",
  'ended, but it would be sent': `coalesce(done_at, closed_at, erased_at) is not null and exists (
    select 1 from deliveries where request_id = requests.id and channel = 'email'
    and state in ('pending', 'refused', 'filed'))`,
  'canceled, but the owner is not told': `canceled_at is not null and not exists (
    select 1 from deliveries where request_id = requests.id and channel = 'news')`,
};

test('kill -9 during any action leaves nothing half done', { timeout: 120_000 }, async () => {
  const dataDir = memoryFolder('killed');
  // A phone that nobody answers, so alarms wait.
  const env = { SITE_URL: 'https://www.site.example', PAGE_URL: 'ntfy://topic:x@127.0.0.1:9/a' };
  let key = '';
  let carriedOut = 0;
  for (const moment of moments) {
    const server = await startServer({ dataDir, env });
    key ||= await pairPhone(server, dataDir);
    const work = await Promise.all(
      actions.map((action, index) => prepare(server, action, `${moment} ${index}`)),
    );
    let answered = 0;
    const { promise: isMoment, resolve: kill } = Promise.withResolvers<void>();
    const each = work.map(async (act) => {
      await act(key);
      answered += 1;
      if (answered === moment) {
        kill();
      }
    });
    const all = Promise.allSettled(each);
    if (moment === 0) {
      kill();
    }
    await isMoment;
    await server.stop('SIGKILL');
    await all;
    carriedOut += answered;
    const database = new DatabaseSync(join(dataDir, 'requests.sqlite'));
    for (const [half, condition] of Object.entries(halves)) {
      expect(database.prepare(`select reference from requests where ${condition}`).all(), half).toEqual([]);
    }
    database.close();
  }
  // Some were answered before the kill, and some weren't.
  expect(carriedOut).toBeGreaterThan(0);
  expect(carriedOut).toBeLessThan(moments.length * actions.length);
});

async function pairPhone(server: RunningServer, dataDir: string): Promise<string> {
  const { said } = await runCommand(pair, { DATA_DIR: dataDir });
  const token = /#pair=(\S+)/.exec(said)?.[1];
  const answer = await ask(
    server,
    dispatchPath,
    {},
    { action: 'pair', token, name: 'Phone', firstName: 'Alex' },
  );
  return (await answer.json()).key;
}

/** Sends a request, and returns what carries out the action on it. */
async function prepare(server: RunningServer, action: (typeof actions)[number], message: string) {
  const sent = await server.post({ ...exampleRequest, service: 'emergency', message });
  const { reference, statusToken } = await sent.json();
  return async (key: string) => {
    const { ok } =
      'owner' in action
        ? await ask(server, dispatchPath, { [dispatchKeyHeader]: key }, { ...action.owner, reference })
        : await ask(
            server,
            requestStatusPath,
            { [requestTokenHeader]: statusToken },
            { action: action.driver },
          );
    expect(ok).toBe(true);
  };
}

const ask = (server: RunningServer, path: string, headers: Record<string, string>, body: object) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
