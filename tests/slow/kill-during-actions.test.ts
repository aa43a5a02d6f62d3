import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { dispatchKeyHeader } from '../../contract/dispatch.ts';
import { dispatchPath, requestStatusPath } from '../../contract/function-paths.ts';
import { requestTokenHeader } from '../../contract/request-status.ts';
import { run as pair } from '../../server/commands/pair.ts';
import { exampleRequest } from '../support/example-request.ts';
import { createMemoryFolder } from '../support/memory-folder.ts';
import { runCommand } from '../support/start-in-process.ts';
import { type RunningServer, startServer } from '../support/start-server.ts';

type Action =
  /** An action in Dispatch. */
  | { owner: object }
  /** An action on the driver's page. */
  | { driver: string }
  /** A phone uses a pairing link. */
  | { pairs: true };

interface Setup {
  /** An earlier action on the same request. */
  before?: Action;
  /** The number of requests from one network. */
  together?: number;
}

/**
 * The actions that devices and drivers carry out at the same time. Changes to the site, names, and removed devices
 * aren't included, because each is a single statement.
 */
const actions: (Action & Setup)[] = [
  { owner: { action: 'take' } },
  { owner: { action: 'on_my_way', minutes: 40 } },
  { owner: { action: 'give_back' }, before: { owner: { action: 'take' } } },
  { owner: { action: 'done' } },
  { owner: { action: 'not_a_customer' } },
  { owner: { action: 'reopen' }, before: { owner: { action: 'done' } } },
  { owner: { action: 'close_network' }, together: 2 },
  { owner: { action: 'reopen_network' }, together: 2, before: { owner: { action: 'close_network' } } },
  { owner: { action: 'email_again' } },
  { owner: { action: 'erase' } },
  { driver: 'cancel' },
  { driver: 'still_needed', before: { driver: 'cancel' } },
  { driver: 'erase' },
  { pairs: true },
];

/** When the server is killed, in answered actions. The other actions are then in progress. */
const moments = [0, 1, 2, 4, 6, 8, 10, 12];

const hasAlarm = `exists (
  select 1 from deliveries where request_id = requests.id and channel = 'page' and state in ('pending', 'sending'))`;
const hasEnded = 'coalesce(done_at, closed_at, canceled_at, erased_at) is not null';

/**
 * Conditions that find requests with a half-done action. An alarm that was being sent may be pending again. The next
 * claim closes it (requests/request-channel.ts).
 */
const halfDoneStates = {
  'on the way, but not taken': 'eta_at is not null and taken_at is null',
  'erased, but not recorded for a restore':
    'erased_at is not null and reference not in (select reference from erasures)',
  'erased, but its fields still exist': "erased_at is not null and fields <> '{}'",
  'ended, but its email is still pending': `coalesce(done_at, closed_at, erased_at) is not null and exists (
    select 1 from deliveries where request_id = requests.id and channel = 'email'
    and state in ('pending', 'refused', 'filed'))`,
  'open, but its email is closed': `not (${hasEnded}) and exists (
    select 1 from deliveries where request_id = requests.id and channel = 'email' and state = 'closed')`,
  // A deletion also cancels. The owner is told about it only if an email has arrived.
  'canceled, but the owner is not told': `canceled_at is not null and erased_at is null and not exists (
    select 1 from deliveries where request_id = requests.id and channel = 'news')`,
  'given back, but no phone rings': `not (${hasEnded}) and taken_by is not null and taken_at is null
    and not ${hasAlarm}`,
  'still needed, but no phone rings': `still_needed_at is not null and not ${hasAlarm}`,
  // Only requests that are closed together share a network.
  "open, but its network's other request is closed": `closed_at is null and network in (
    select network from requests group by network having count(*) = 2 and count(closed_at) = 1)`,
  'the number of used pairing links differs from the number of phones': `
    (select count(*) from pairings where used_at is not null) <> (select count(*) from devices)`,
};

test('kill -9 during any action leaves nothing half done', { timeout: 120_000 }, async () => {
  const dataDir = createMemoryFolder('killed');
  // The phone's service is unreachable, so alarms stay pending.
  const paging = { SITE_URL: 'https://www.site.example', PAGE_URL: 'ntfy://topic:x@127.0.0.1:9/a' };
  const env = { ...paging, LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' };
  let key = '';
  let carriedOut = 0;
  for (const moment of moments) {
    const server = await startServer({ dataDir, env });
    key ||= await pairPhone(server, dataDir);
    const work = await Promise.all(
      actions.map((action, index) => prepare(server, { key, action, name: `${moment} ${index}` })),
    );
    const answered: boolean[] = [];
    const { promise: isMoment, resolve: kill } = Promise.withResolvers<void>();
    const each = work.map(async (act) => {
      const { ok } = await act();
      answered.push(ok);
      if (answered.length === moment) {
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
    expect(answered).not.toContain(false);
    carriedOut += answered.length;
    const database = new DatabaseSync(join(dataDir, 'requests.sqlite'));
    const found = Object.entries(halfDoneStates).filter(
      ([, condition]) => database.prepare(`select reference from requests where ${condition}`).all().length,
    );
    database.close();
    expect(found.map(([state]) => state)).toEqual([]);
  }
  // Some actions were answered before a kill, and some weren't.
  expect(carriedOut).toBeGreaterThan(0);
  expect(carriedOut).toBeLessThan(moments.length * actions.length);
});

async function pairPhone(server: RunningServer, dataDir: string): Promise<string> {
  const { output } = await runCommand(pair, { DATA_DIR: dataDir });
  const answer = await ask(server, dispatchPath, {}, pairingWith(/#pair=(\S+)/.exec(output)?.[1]));
  return (await answer.json()).key;
}

const pairingWith = (token: string | undefined) => ({
  action: 'pair',
  token,
  name: 'Phone',
  firstName: 'Alex',
});

interface Work {
  key: string;
  action: (typeof actions)[number];
  /** Each request has a different name. */
  name: string;
}

/** Posts a request, or several from one network. Returns a function that carries out the action. */
async function prepare(server: RunningServer, { key, action, name }: Work) {
  const link = await ask(server, dispatchPath, { [dispatchKeyHeader]: key }, { action: 'make_link' });
  const { token } = await link.json();
  let sent = { reference: '', statusToken: '' };
  const { together = 1, before } = action;
  const address = `198.${name.replace(' ', '.')}.9`;
  for (let number = 0; number < together; number += 1) {
    const fields = { ...exampleRequest, service: 'emergency', message: `${name} ${number}` };
    sent = await (await server.post(fields, { 'X-Forwarded-For': address })).json();
  }
  if (before) {
    await post(before);
  }
  return () => post(action);

  function post(what: Action): Promise<Response> {
    if ('owner' in what) {
      // Only the action `erase` needs the reference as confirmation.
      const call = { ...what.owner, reference: sent.reference, confirm: sent.reference };
      return ask(server, dispatchPath, { [dispatchKeyHeader]: key }, call);
    }
    if ('driver' in what) {
      const headers = { [requestTokenHeader]: sent.statusToken };
      return ask(server, requestStatusPath, headers, { action: what.driver });
    }
    return ask(server, dispatchPath, {}, pairingWith(token));
  }
}

const ask = (server: RunningServer, path: string, headers: Record<string, string>, body: object) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
