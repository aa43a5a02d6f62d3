import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { contactPath } from '../../../contract/contact-fields.ts';
import { must } from '../campaign.ts';
import { type Harness, harnessCampaign } from '../harness.ts';
import { fieldsOf, newKey, post } from '../load.ts';

const posts = 50;

/** Fifty simultaneous posts with one key; every second connection is reset before its response. */
export const oneKey = harnessCampaign({
  shows: '50 parallel posts with one key, half of them reset: one row, one email, one reference',
  minutes: 4,
  short: { rounds: 5 },
  long: { rounds: 200 },
  async run({ rounds }, harness) {
    let answered = 0;
    await harness.start();
    for (let round = 1; round <= rounds; round += 1) {
      answered += await postFiftyTimes(harness);
    }
    await harness.delivered(120_000);
    const found = harness.check();
    must(found.rows === rounds, `${rounds} keys made ${found.rows} rows`);
    must(found.mails === rounds, `${rounds} keys made ${found.mails} emails`);
    return { posts: rounds * posts, answered, ...found };
  },
});

async function postFiftyTimes({ server, ledger }: Harness): Promise<number> {
  const { url } = server();
  const key = newKey();
  const fields = fieldsOf(key);
  const { answered } = await ledger.post(key, fields, async () => {
    const sent = Array.from({ length: posts }, (_, index) =>
      index % 2 === 0 ? post(url, key, fields) : postAndReset(url, key, JSON.stringify(fields)),
    );
    const answers = (await Promise.all(sent)).filter((answer) => answer !== undefined);
    const [reference = '', ...others] = new Set(answers.map((answer) => answer.reference));
    must(
      answers.every(({ status }) => status === 200),
      'a post that was not cut off was not acknowledged',
    );
    must(others.length === 0, `one key got ${others.length + 1} references`);
    return { answered: answers.length, reference };
  });
  return answered;
}

/** Sends the whole post, then resets the connection (RST) during the commit. */
async function postAndReset(url: string, key: string, body: string): Promise<undefined> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const head = [
    `POST ${contactPath} HTTP/1.1`,
    `Host: ${hostname}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Idempotency-Key: ${key}`,
  ];
  await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve()));
  await pause(Math.random() * 30);
  socket.resetAndDestroy();
}
