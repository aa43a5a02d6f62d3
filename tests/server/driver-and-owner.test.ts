import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Dashboard,
  type DetailsResponse,
  dispatchKeyHeader,
  type OwnerAction,
  pairingLinkLifetime,
} from '../../contract/dispatch.ts';
import { dispatchPath, requestStatusPath } from '../../contract/function-paths.ts';
import { type RequestStatus, requestTokenHeader } from '../../contract/request-status.ts';
import { run as pair } from '../../server/commands/pair.ts';
import { getServerUrl } from '../../server/http/server.ts';
import { exampleRequest } from '../support/example-request.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { type InProcessServer, runCommand, startInProcess } from '../support/start-in-process.ts';

const emergency = { ...exampleRequest, service: 'emergency', phone: '832-555-0188' } as const;
let server: InProcessServer;

beforeEach(async () => {
  server = await startInProcess();
});
afterEach(() => server.stop());

interface Call {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: object;
}

async function call<Body = Record<string, unknown>>(path: string, { method, headers, body }: Call) {
  const response = await fetch(server.url + path, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as Body };
}

async function send(fields: object = emergency) {
  const response = await server.post(fields);
  return (await response.json()) as { reference: string; statusToken: string };
}

const readStatus = (token: string, headers = {}) =>
  call<RequestStatus>(requestStatusPath, { headers: { [requestTokenHeader]: token, ...headers } });

const driverDoes = (token: string, action: string) =>
  call<RequestStatus>(requestStatusPath, { headers: { [requestTokenHeader]: token }, body: { action } });

async function makeLink(): Promise<string> {
  const { output } = await runCommand(pair, { DATA_DIR: server.dataDir });
  return output.match(/#pair=(\S+)/)?.[1] ?? '';
}

async function pairPhone(name = "Alex's phone", firstName = 'Alex') {
  const token = await makeLink();
  const { body } = await call<{ key: string }>(dispatchPath, {
    body: { action: 'pair', token, name, firstName },
  });
  return body.key;
}

const readDashboard = (key: string) =>
  call<Dashboard>(dispatchPath, { headers: { [dispatchKeyHeader]: key } });

const ownerDoes = (key: string, action: OwnerAction) =>
  call<Dashboard>(dispatchPath, { headers: { [dispatchKeyHeader]: key }, body: action });

describe('the driver’s link', () => {
  test('a repeated post gets the same token', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    const answers = await Promise.all([1, 2].map(async () => (await server.post(emergency, headers)).json()));
    expect(answers[0]).toEqual(answers[1]);
  });

  test('the status reveals nothing that the driver wrote', async () => {
    const { statusToken } = await send();
    const { status, headers, body } = await readStatus(statusToken);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ service: 'emergency', state: 'received', may: 'manage' });
    for (const secret of [emergency.name, emergency.phone, emergency.email, emergency.message]) {
      // JSON escapes line breaks and quotes.
      expect(JSON.stringify(body)).not.toContain(JSON.stringify(secret).slice(1, -1));
    }
  });

  test('an unchanged status is answered with 304', async () => {
    const { statusToken } = await send();
    const etag = (await readStatus(statusToken)).headers.get('etag') ?? '';
    // A proxy that compresses the answer weakens its ETag (RFC 9110, 8.8.1).
    for (const known of [etag, `W/${etag}`]) {
      expect((await readStatus(statusToken, { 'If-None-Match': known })).status).toBe(304);
    }
  });

  test('a shared link can view a request, but not cancel or erase it', async () => {
    const { statusToken } = await send();
    const { shareToken = '' } = (await readStatus(statusToken)).body;
    expect((await readStatus(shareToken)).body).toMatchObject({ may: 'look', state: 'received' });
    for (const action of ['cancel', 'erase', 'still_needed']) {
      expect((await driverDoes(shareToken, action)).status).toBe(403);
    }
  });

  test('wrong, truncated, and foreign tokens get the same response', async () => {
    const { statusToken, reference } = await send();
    const other = await send({ ...emergency, message: 'Another one' });
    const wrong = ['', reference, statusToken.slice(0, -1), reference + other.statusToken.slice(6)];
    for (const token of wrong) {
      const { status, body } = await readStatus(token);
      expect(status).toBe(404);
      expect((body as unknown as { code: string }).code).toBe('not_found');
    }
  });

  test('a correct token still works after ten wrong ones in a minute', async () => {
    const { statusToken } = await send();
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await readStatus('7KQ2MAwrong')).status);
    }
    expect(statuses).toEqual([...Array(10).fill(404), 429]);
    expect((await readStatus(statusToken)).status).toBe(200);
  });

  test('a driver can undo a cancellation once', async () => {
    const { statusToken } = await send();
    const {
      shareToken = '',
      endedAt = '',
      restorableUntil = '',
    } = (await driverDoes(statusToken, 'cancel')).body;
    expect(Date.parse(restorableUntil) - Date.parse(endedAt)).toBe(2 * 60 * 60_000);
    expect((await readStatus(shareToken)).body.restorableUntil).toBeUndefined();
    expect((await driverDoes(statusToken, 'cancel')).body.state).toBe('canceled');
    expect((await driverDoes(statusToken, 'still_needed')).body.state).toBe('received');
    const { body } = await driverDoes(statusToken, 'cancel');
    expect(body.state).toBe('canceled');
    expect(body.restorableUntil).toBeUndefined();
    expect(await driverDoes(statusToken, 'still_needed')).toMatchObject({
      status: 409,
      body: { code: 'closed' },
    });
  });

  test('an erased request leaves no content in the database', async () => {
    const key = await pairPhone();
    const { statusToken } = await send({ ...emergency, name: 'Ramona Unmistakable' });
    expect((await driverDoes(statusToken, 'erase')).body.state).toBe('erased');
    expect((await readStatus(statusToken)).body).toMatchObject({ state: 'erased', service: '' });
    expect(JSON.stringify((await readDashboard(key)).body)).not.toContain('Unmistakable');
    // Deleted rows may leave their bytes in a database's file.
    expect(readFileSync(join(server.dataDir, 'requests.sqlite'), 'latin1')).not.toContain('Unmistakable');
  });

  test("an erased request's email file is removed", async () => {
    const { statusToken, reference } = await send();
    const file = join(server.dataDir, 'mail', `${reference}.eml`);
    await vi.waitFor(() => expect(existsSync(file)).toBe(true));
    await driverDoes(statusToken, 'erase');
    await vi.waitFor(() => expect(existsSync(file)).toBe(false));
  });

  test('a cancellation is emailed to the owner', async () => {
    const { statusToken, reference } = await send();
    await driverDoes(statusToken, 'cancel');
    const file = join(server.dataDir, 'mail', `${reference}-canceled.eml`);
    await vi.waitFor(() => expect(existsSync(file)).toBe(true));
  });

  test.each([
    ['an emergency', emergency, 'high'],
    ['another request', exampleRequest, undefined],
  ])('the owner gets an email if the driver of %s still needs help', async (_, fields, importance) => {
    const { statusToken, reference } = await send(fields);
    const getFile = (kind: string) => join(server.dataDir, 'mail', `${reference}-${kind}.eml`);
    await driverDoes(statusToken, 'cancel');
    await vi.waitFor(() => expect(existsSync(getFile('canceled'))).toBe(true));
    await driverDoes(statusToken, 'still_needed');
    await vi.waitFor(() => expect(existsSync(getFile('stillNeeded'))).toBe(true));
    const { subject, headers } = await PostalMime.parse(readFileSync(getFile('stillNeeded')));
    expect(subject).toContain(reference);
    expect(headers.find(({ key }) => key === 'importance')?.value).toBe(importance);
  });

  test('a page on another site cannot cancel a request', async () => {
    const { statusToken } = await send();
    const headers = { [requestTokenHeader]: statusToken, Origin: 'https://evil.example' };
    const { status } = await call(requestStatusPath, { headers, body: { action: 'cancel' } });
    expect(status).toBe(403);
    expect((await readStatus(statusToken)).body.state).toBe('received');
  });

  test('no token or key reaches the log', async () => {
    const { statusToken, reference } = await send();
    const { shareToken = '' } = (await readStatus(statusToken)).body;
    await driverDoes(statusToken, 'cancel');
    await readStatus('7KQ2MAsomething');
    const link = await makeLink();
    const pairing = { action: 'pair', token: link, name: 'Phone', firstName: 'Alex' };
    const { key } = (await call<{ key: string }>(dispatchPath, { body: pairing })).body;
    await ownerDoes(key, { action: 'done', reference });
    const take = (await server.store.findWithDeliveries(reference))?.takeTokens.withDetails ?? '';
    await call(dispatchPath, { body: { action: 'take_by_link', take, by: 'Ben' } });
    const log = JSON.stringify(server.log);
    expect(log).toContain('owner_action');
    for (const secret of [statusToken, shareToken, link, key, take, '7KQ2MAsomething']) {
      expect(secret.length).toBeGreaterThan(6);
      // A token begins with the reference, which is not secret.
      expect(log).not.toContain(secret.slice(6));
    }
  });
});

describe('pairing', () => {
  test('a link works once', async () => {
    const token = await makeLink();
    const body = { action: 'pair', token, name: 'Night phone', firstName: '' };
    expect((await call(dispatchPath, { body })).status).toBe(200);
    expect((await call(dispatchPath, { body })).status).toBe(404);
  });

  test('a phone that repeats its pairing request gets the same key', async () => {
    const token = await makeLink();
    const body = { action: 'pair', token, retryKey: 'a'.repeat(32), name: 'Lost answer', firstName: '' };
    const first = await call<{ key: string }>(dispatchPath, { body });
    expect(await call<{ key: string }>(dispatchPath, { body })).toMatchObject({
      status: 200,
      body: first.body,
    });
    const other = { ...body, retryKey: 'b'.repeat(32) };
    expect((await call(dispatchPath, { body: other })).status).toBe(404);
    const { devices } = (await readDashboard(first.body.key)).body;
    expect(devices.filter(({ name }) => name === 'Lost answer')).toHaveLength(1);
  });

  test('a link works for 15 minutes', async () => {
    await server.stop();
    const clock = createFakeClock(new Date());
    server = await startInProcess({}, { clock });
    const { token } = await server.store.createPairing();
    const check = async () => (await call(dispatchPath, { body: { action: 'check_link', token } })).status;
    clock.advance(pairingLinkLifetime - 1);
    expect(await check()).toBe(200);
    clock.advance(1);
    expect(await check()).toBe(404);
  });

  test('checking a link does not use it up', async () => {
    const token = await makeLink();
    expect((await call(dispatchPath, { body: { action: 'check_link', token } })).status).toBe(200);
    expect((await call(dispatchPath, { body: { action: 'check_link', token } })).status).toBe(200);
  });

  test('the eleventh phone is refused', async () => {
    const headers = { [dispatchKeyHeader]: await pairPhone() };
    const pairAnother = async () => {
      const made = await call<{ token: string }>(dispatchPath, { headers, body: { action: 'make_link' } });
      const body = { action: 'pair', token: made.body.token, name: 'Another', firstName: '' };
      return (await call(dispatchPath, { body })).status;
    };
    for (let count = 2; count <= 10; count += 1) {
      expect(await pairAnother()).toBe(200);
    }
    expect(await pairAnother()).toBe(409);
  });

  test('a removed device sees nothing more', async () => {
    const first = await pairPhone('First');
    const second = await pairPhone('Second');
    const { devices } = (await readDashboard(first)).body;
    const id = devices.find(({ name }) => name === 'Second')?.id ?? 0;
    expect((await ownerDoes(first, { action: 'remove_device', id })).status).toBe(200);
    expect((await readDashboard(second)).status).toBe(401);
  });

  describe('a phone that is removed during its action', () => {
    let key = '';
    let id = 0;

    beforeEach(async () => {
      await pairPhone();
      key = await pairPhone("Ben's phone", 'Ben');
      id = (await readDashboard(key)).body.me.id;
    });

    const remove = () => server.store.removeDevice({ id });

    /** Runs something after the server has read the dashboard to check the phone's key. */
    function afterKeyCheck(run: () => Promise<unknown>): void {
      const readStored = server.store.readDashboard;
      vi.spyOn(server.store, 'readDashboard').mockImplementationOnce(async (...parameters) => {
        const stored = await readStored(...parameters);
        await run();
        return stored;
      });
    }

    test.each(['take', 'done', 'close_network'] as const)('changes nothing with %s', async (action) => {
      const { reference, statusToken } = await send();
      afterKeyCheck(remove);
      expect((await ownerDoes(key, { action, reference })).status).toBe(401);
      expect((await readStatus(statusToken)).body.state).toBe('received');
    });

    test.each([{ action: 'make_link' }, { action: 'rename', name: 'New name', firstName: 'Ben' }])(
      'is refused: $action',
      async (body) => {
        afterKeyCheck(remove);
        const headers = { [dispatchKeyHeader]: key };
        expect((await call(dispatchPath, { headers, body })).status).toBe(401);
      },
    );

    test('learns that its action succeeded', async () => {
      const { reference } = await send();
      const readStored = server.store.readDashboard;
      afterKeyCheck(async () => {
        vi.spyOn(server.store, 'readDashboard').mockImplementationOnce(async (...parameters) => {
          await remove();
          return readStored(...parameters);
        });
      });
      const { status, body } = await ownerDoes(key, { action: 'take', reference });
      expect(status).toBe(200);
      expect(body.open).toMatchObject([{ reference, state: 'taken', taken: { by: 'Ben' } }]);
      expect(body.devices).toHaveLength(1);
      expect((await readDashboard(key)).status).toBe(401);
    });

    test('is refused after it removed itself', async () => {
      expect((await ownerDoes(key, { action: 'remove_device', id })).status).toBe(401);
      expect((await readDashboard(key)).status).toBe(401);
    });
  });

  test('only the command can remove the last phone', async () => {
    const key = await pairPhone();
    const id = (await readDashboard(key)).body.me.id;
    expect((await ownerDoes(key, { action: 'remove_device', id })).status).toBe(409);
    await runCommand(pair, { DATA_DIR: server.dataDir }, '--remove', String(id));
    expect((await readDashboard(key)).status).toBe(401);
  });

  test('the dashboard is hidden without a valid key', async () => {
    await send();
    expect((await call(dispatchPath, {})).status).toBe(401);
    expect((await readDashboard('wrong')).status).toBe(401);
  });

  test('at most three links are emailed in an hour', async () => {
    const createPairing = vi.spyOn(server.store, 'createPairing');
    const answers: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      answers.push((await call(dispatchPath, { body: { action: 'email_link' } })).status);
    }
    expect(answers).toEqual(Array(5).fill(202));
    const countEmails = () => server.log.filter(({ event }) => event === 'owner_email').length;
    await expect.poll(countEmails).toBe(3);
    expect(createPairing).toHaveBeenCalledTimes(3);
  });
});

describe('the owner’s dashboard', () => {
  test('the dashboard and the driver see who is handling a request', async () => {
    const key = await pairPhone();
    const { reference, statusToken } = await send();
    const { open } = (await ownerDoes(key, { action: 'take', reference })).body;
    expect(open[0]).toMatchObject({ reference, state: 'taken', taken: { by: 'Alex', isMine: true } });
    expect((await readStatus(statusToken)).body).toMatchObject({ state: 'taken', taken: { by: 'Alex' } });
  });

  test('the second phone to take a request learns who was first', async () => {
    const [alex, sam] = [await pairPhone(), await pairPhone('Night phone', 'Sam')];
    const { reference } = await send();
    await ownerDoes(alex, { action: 'take', reference });
    const { status, body } = await ownerDoes(sam, { action: 'take', reference });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'already_taken', current: { taken: { by: 'Alex' } } });
    expect((await ownerDoes(alex, { action: 'take', reference })).status).toBe(200);
  });

  test("an outdated Undo can't give back a request that somebody else took since", async () => {
    const [alex, sam] = [await pairPhone(), await pairPhone('Night phone', 'Sam')];
    const { reference } = await send();
    const { open } = (await ownerDoes(alex, { action: 'take', reference })).body;
    const undo = { action: 'give_back', reference, taken: open[0]?.taken?.at } as const;
    await ownerDoes(sam, { action: 'give_back', reference });
    await ownerDoes(sam, { action: 'take', reference });
    const { status, body } = await ownerDoes(alex, undo);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'already_taken', current: { taken: { by: 'Sam' } } });
    await ownerDoes(sam, { action: 'give_back', reference });
    expect((await ownerDoes(alex, undo)).status).toBe(200);
  });

  test('Undo gives a request back', async () => {
    const alex = await pairPhone();
    const { reference } = await send();
    const { open } = (await ownerDoes(alex, { action: 'take', reference })).body;
    const undo = { action: 'give_back', reference, taken: open[0]?.taken?.at } as const;
    expect((await ownerDoes(alex, undo)).body.open[0]?.taken).toBeUndefined();
  });

  test('“on my way” tells the driver when help arrives', async () => {
    const key = await pairPhone();
    const { reference, statusToken } = await send();
    await ownerDoes(key, { action: 'on_my_way', reference, minutes: 40 });
    const { state, eta } = (await readStatus(statusToken)).body;
    expect(state).toBe('on_the_way');
    expect(Date.parse(eta?.until ?? '') - Date.parse(eta?.saidAt ?? '')).toBe(40 * 60_000);
  });

  test('the driver sees who gave the request back until somebody takes it', async () => {
    const [alex, sam] = [await pairPhone(), await pairPhone('Night phone', '')];
    const { reference, statusToken } = await send();
    const givenBackAfter = async (key: string, action: 'take' | 'give_back') => {
      await ownerDoes(key, { action, reference });
      return (await readStatus(statusToken)).body.givenBack;
    };
    expect(await givenBackAfter(alex, 'take')).toBeUndefined();
    expect(await givenBackAfter(alex, 'give_back')).toEqual({ by: 'Alex' });
    expect(await givenBackAfter(sam, 'take')).toBeUndefined();
    expect(await givenBackAfter(sam, 'give_back')).toEqual({});
  });

  test('the dashboard reports a missing backup', async () => {
    expect((await readDashboard(await pairPhone())).body.health).toMatchObject({ needsBackup: true });
  });

  test('a finished request can be reopened', async () => {
    const key = await pairPhone();
    const { reference } = await send();
    const done = (await ownerDoes(key, { action: 'done', reference })).body;
    expect(done.open).toEqual([]);
    expect(done.ended.map(({ state }) => state)).toEqual(['done']);
    const reopened = (await ownerDoes(key, { action: 'reopen', reference })).body;
    expect(reopened.open).toMatchObject([{ reference }]);
  });

  test('a done request says when it will be deleted, unless it already is', async () => {
    const key = await pairPhone();
    const { reference } = await send();
    const readDetails = async () => {
      const headers = { [dispatchKeyHeader]: key };
      return (await call<DetailsResponse>(`${dispatchPath}?reference=${reference}`, { headers })).body
        .request;
    };
    await ownerDoes(key, { action: 'done', reference });
    expect(await readDetails()).toMatchObject({ state: 'done', deletedOn: expect.any(String) });
    await ownerDoes(key, { action: 'erase', reference, confirm: reference });
    const erased = await readDetails();
    expect(erased.state).toBe('erased');
    expect(erased.deletedOn).toBeUndefined();
  });

  test('a driver who canceled sees that even after the owner presses Done', async () => {
    const key = await pairPhone();
    const { reference, statusToken } = await send();
    await ownerDoes(key, { action: 'take', reference });
    const { endedAt } = (await driverDoes(statusToken, 'cancel')).body;
    await ownerDoes(key, { action: 'done', reference });
    const { body } = await readStatus(statusToken);
    expect(body).toMatchObject({ state: 'canceled', endedAt });
    expect(body.restorableUntil).toBeUndefined();
  });

  test("reopening a network's requests fails if the request has since ended in another way", async () => {
    const key = await pairPhone();
    const { reference } = await send();
    await ownerDoes(key, { action: 'close_network', reference });
    await ownerDoes(key, { action: 'done', reference });
    const { status, body } = await ownerDoes(key, { action: 'reopen_network', reference });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'replaced' });
  });

  test("reopening a network's requests again after a lost response succeeds", async () => {
    const key = await pairPhone();
    const { reference } = await send();
    await ownerDoes(key, { action: 'close_network', reference });
    await ownerDoes(key, { action: 'reopen_network', reference });
    expect((await ownerDoes(key, { action: 'reopen_network', reference })).status).toBe(200);
  });

  test("closing a network's requests fails if somebody has just taken the only one", async () => {
    const key = await pairPhone();
    const { reference } = await send();
    await ownerDoes(key, { action: 'take', reference });
    const { status, body } = await ownerDoes(key, { action: 'close_network', reference });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'already_taken', current: { reference, state: 'taken' } });
  });

  test("closing a network's requests again after a lost response succeeds", async () => {
    const key = await pairPhone();
    const { reference } = await send();
    await ownerDoes(key, { action: 'close_network', reference });
    expect((await ownerDoes(key, { action: 'close_network', reference })).status).toBe(200);
  });

  test('a canceled request that somebody is handling is still on the dashboard', async () => {
    const key = await pairPhone();
    const { reference, statusToken } = await send();
    await ownerDoes(key, { action: 'take', reference });
    await driverDoes(statusToken, 'cancel');
    expect((await readDashboard(key)).body.open[0]).toMatchObject({ reference, state: 'canceled' });
  });

  test("an alarm's link sends no field that its page hides", async () => {
    const fields = { ...emergency, name: 'Ramona Díaz', message: 'Flat tire' };
    const { reference } = await send(fields);
    const show = async (take = '') =>
      (await call<{ request: object }>(dispatchPath, { body: { action: 'show_request', take } })).body
        .request;
    const { withDetails, withoutDetails } =
      (await server.store.findWithDeliveries(reference))?.takeTokens ?? {};
    const withoutTyped = {
      reference,
      serviceName: 'Emergency Repair',
      state: 'received',
      message: '',
      phone: '',
    };
    expect(await show(withoutDetails)).toEqual(withoutTyped);
    const typed = { message: 'Flat tire', phone: '832-555-0188', tel: 'tel:8325550188' };
    expect(await show(withDetails)).toEqual({ ...withoutTyped, ...typed });
  });

  test('deleting a request requires typing its reference', async () => {
    const key = await pairPhone();
    const { reference } = await send();
    expect((await ownerDoes(key, { action: 'erase', reference, confirm: 'AAAAAA' })).status).toBe(422);
    expect((await ownerDoes(key, { action: 'erase', reference, confirm: reference })).status).toBe(200);
  });

  test('emergencies that nobody is handling come first', async () => {
    const key = await pairPhone();
    await send({ ...exampleRequest, service: 'fleet', message: 'first' });
    const later = await send({ ...emergency, message: 'second' });
    const { open } = (await readDashboard(key)).body;
    expect(open[0]?.reference).toBe(later.reference);
  });

  test("announcing a new device doesn't count against the alarm limit", async () => {
    await server.stop();
    server = await startInProcess({ SITE_URL: 'https://site.example', PAGE_URL: 'ntfy://t:x@127.0.0.1:9/a' });
    await pairPhone();
    await server.logged('device_paired');
    const database = new DatabaseSync(join(server.dataDir, 'requests.sqlite'));
    expect(database.prepare('select * from buckets').all()).toEqual([]);
    database.close();
  });

  test('requests emailed before the upgrade from version 7 are not listed as open', async () => {
    const key = await pairPhone();
    const { reference } = await send();
    const database = new DatabaseSync(join(server.dataDir, 'requests.sqlite'));
    database.exec("update deliveries set posted_at = null, state = 'sent', delivered_at = 1");
    database.close();
    expect((await readDashboard(key)).body).toMatchObject({ open: [], ended: [] });
    const { body } = await call<DetailsResponse>(`${dispatchPath}?reference=${reference}`, {
      headers: { [dispatchKeyHeader]: key },
    });
    expect(body.request.reference).toBe(reference);
  });

  test('the monthly numbers count stored requests', async () => {
    const key = await pairPhone();
    const { reference } = await send();
    await ownerDoes(key, { action: 'take', reference });
    expect((await readDashboard(key)).body.health.months).toMatchObject([
      { requests: 1, emergencies: 1, takenIn15: 1 },
    ]);
  });

  test('emails use the shop hours that the owner has set', async () => {
    const lines = [{ days: 'Tu-Tu', opens: '10:00', closes: '14:00' }];
    await ownerDoes(await pairPhone(), { action: 'shop_hours', lines });
    const { reference } = await send({ ...exampleRequest, service: 'fleet' });
    await server.logged('mail');
    const email = readFileSync(join(server.dataDir, 'mail', `${reference}.eml`));
    expect((await PostalMime.parse(email)).text).toContain('Shop hours: Tuesday');
  });

  describe('a phone whose service refuses test rings at first', () => {
    const service = createServer((_, response) => response.writeHead(status).end('{"id":"x1"}'));
    let status = 404;
    let recipient = '';

    beforeEach(async () => {
      status = 404;
      await once(service.listen(0, '127.0.0.1'), 'listening');
      recipient = `${new URL(getServerUrl(service)).host}/alex`;
      await server.stop();
      server = await startInProcess({ SITE_URL: 'https://site.example', PAGE_URL: `ntfy://${recipient}` });
    });
    afterEach(() => service.close());

    const ring = (key: string) => ownerDoes(key, { action: 'test_ring', recipient });
    const readPhoneHealth = async (key: string) => (await readDashboard(key)).body.health.phones[0];

    test('counts as tested once its service accepts a test ring', async () => {
      const key = await pairPhone();
      expect((await ring(key)).status).toBe(502);
      expect(await readPhoneHealth(key)).toMatchObject({ testRefusedAt: expect.stringMatching(/^20/) });
      expect((await readPhoneHealth(key))?.testedAt).toBeUndefined();
      status = 200;
      const [tested] = (await ring(key)).body.health.phones;
      expect(tested?.testedAt).toEqual(expect.stringMatching(/^20/));
      expect(tested?.testRefusedAt).toBeUndefined();
    });

    test('gets at most three test rings in a row', async () => {
      const key = await pairPhone();
      status = 200;
      const statuses: number[] = [];
      for (let count = 0; count < 4; count += 1) {
        statuses.push((await ring(key)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
      expect((await readPhoneHealth(key))?.testRefusedAt).toBeUndefined();
    });

    test('is labeled with the first name of its paired device', async () => {
      const labelsFor = async (key: string) =>
        (await readDashboard(key)).body.site.onCall.map(({ label }) => label);
      const key = await pairPhone();
      expect(await labelsFor(key)).toEqual(['Phone 1 (…/alex)']);
      await ownerDoes(key, { action: 'rename', name: "Alex's phone", firstName: 'Alex', recipient });
      expect(await labelsFor(key)).toEqual(['Alex']);
      const order = [{ recipient, label: 'Truck 2', isOff: false }];
      await ownerDoes(key, { action: 'on_call', order });
      expect(await labelsFor(key)).toEqual(['Truck 2']);
    });

    test('clears its last failure once its service accepts a test ring', async () => {
      const key = await pairPhone();
      await send();
      await vi.waitFor(async () => expect((await readPhoneHealth(key))?.lastFailure).toBe('refused 404'));
      status = 200;
      await ring(key);
      expect((await readPhoneHealth(key))?.lastFailure).toBeUndefined();
      status = 404;
      await send({ ...emergency, message: 'Another truck.' });
      await vi.waitFor(async () => expect((await readPhoneHealth(key))?.lastFailure).toBe('refused 404'));
    });
  });

  test('an unchanged dashboard is answered with 304', async () => {
    const key = await pairPhone();
    const etag = (await readDashboard(key)).headers.get('etag') ?? '';
    const headers = { [dispatchKeyHeader]: key, 'If-None-Match': etag };
    expect((await call(dispatchPath, { headers })).status).toBe(304);
  });
});
