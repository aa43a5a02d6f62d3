/**
 * Store, outbox and SMTP with a clock controlled by the campaign: a child process that receives time steps as
 * messages, and reports back once it is idle at that time.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { composeMessage } from '../../server/mail/message.ts';
import { smtpTransport } from '../../server/mail/smtp.ts';
import { options } from '../../server/outbox/options.ts';
import { startOutbox } from '../../server/outbox/outbox.ts';
import { readSettings } from '../../server/settings.ts';
import type { RequestStore } from '../../server/store/request-store.ts';
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';

/** Advance time, in steps of this many milliseconds. */
export type Order = { pass: number; step: number };

const settings = readSettings(process.env);
const smtpServer = settings.smtpServer ?? { host: '127.0.0.1', port: 9, secure: false, login: undefined };
const clock = fakeClock();
let underWay = 0;

const store = watched(openSqliteStore(settings.dataDir, () => undefined, { clock }));
const smtp = smtpTransport(smtpServer);
const outbox = startOutbox({
  store,
  transport: { delivers: true, send: (email, signal) => watch(smtp.send(email, signal)) },
  compose: (request) =>
    watch(composeMessage(request, { from: settings.mailFrom, to: settings.mailTo }, clock.now())),
  clock,
  log: () => undefined,
  random: Math.random,
  isServer: true,
});
const server = createServer(async (request, response) => {
  const saved = await store.save({
    fields: (await json(request)) as ContactRequest,
    language: 'en',
    idempotencyKey: String(request.headers['idempotency-key']),
  });
  outbox.wake();
  response.end(JSON.stringify(saved));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});

process.on('message', async ({ pass, step }: Order) => {
  for (let left = pass; left > 0; ) {
    await idle();
    const next = clock.nextWake();
    const advance = Math.min(left, next <= options.claimInterval ? Math.max(1, next) : step);
    clock.advance(advance);
    left -= advance;
  }
  await idle();
  process.send?.({ passed: pass });
});

async function idle(): Promise<void> {
  do {
    await new Promise(setImmediate);
  } while (underWay > 0 || !clock.isAwaited());
}

function watched(real: RequestStore): RequestStore {
  return {
    ...real,
    claim: (claimOptions) => watch(real.claim(claimOptions)),
    requeue: (what) => watch(real.requeue(what)),
    sweep: () => watch(real.sweep()),
    record: (result) => watch(real.record(result)),
  };
}

async function watch<Result>(call: Promise<Result>): Promise<Result> {
  underWay += 1;
  try {
    return await call;
  } finally {
    underWay -= 1;
  }
}
