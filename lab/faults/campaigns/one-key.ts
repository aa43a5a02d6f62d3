import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { contactPath } from '../../../contract/contact-fields.ts';
import { type Campaign, must } from '../campaign.ts';
import { openScene, type Scene } from '../harness.ts';
import { contentOf } from '../ledger.ts';
import { fieldsOf, newKey, post } from '../load.ts';

const sizes = {
  short: { rounds: 5 },
  long: { rounds: 200 },
};

const posts = 50;

/** Fifty posts of one key at once; every second connection is reset before its answer. */
export const oneKey: Campaign = {
  shows: '50 parallel posts of one key, half of them cut off: one row, one mail, one reference',
  minutes: 4,
  async run(conditions) {
    const { rounds } = sizes[conditions.length];
    const scene = await openScene(conditions);
    let answered = 0;
    try {
      await scene.start();
      for (let round = 1; round <= rounds; round += 1) {
        answered += await postFiftyTimes(scene);
      }
      await scene.delivered(120_000);
      const found = scene.check();
      must(found.rows === rounds, `${rounds} keys made ${found.rows} rows`);
      must(found.mails === rounds, `${rounds} keys made ${found.mails} mails`);
      return { posts: rounds * posts, answered, ...found };
    } finally {
      await scene.close();
    }
  },
};

async function postFiftyTimes({ server, ledger }: Scene): Promise<number> {
  const { url } = server();
  const key = newKey();
  const fields = fieldsOf(key);
  const content = contentOf(fields);
  await ledger.write({ key, content });
  const sent = Array.from({ length: posts }, (_, index) =>
    index % 2 === 0 ? post(url, key, fields) : postAndReset(url, key, JSON.stringify(fields)),
  );
  const answers = (await Promise.all(sent)).filter((answer) => answer !== undefined);
  const references = new Set(answers.map(({ reference }) => reference));
  must(
    answers.every(({ status }) => status === 200),
    'a post that was not cut off was not acknowledged',
  );
  must(references.size === 1, `one key was answered with ${references.size} references`);
  await ledger.write({ key, content, reference: [...references][0] ?? '' });
  return answers.length;
}

/** Sends the whole post, and resets the connection (RST) within the time that a commit takes. */
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
