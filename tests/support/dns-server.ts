import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The records of each name. A name without an entry does not exist. */
export type Zone = Record<string, { texts?: string[]; alpn?: string[] }>;

const types = { txt: 16, https: 65 };

/** A name server on 127.0.0.1 that knows TXT and HTTPS records (RFC 1035, RFC 9460). */
export async function startDnsServer(zone: Zone) {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => socket.send(answerTo(question, zone), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

function answerTo(question: Buffer, zone: Zone): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const end = at + 5;
  const type = question.readUInt16BE(at + 1);
  const entry = zone[labels.join('.').toLowerCase()];
  const data = entry === undefined ? [] : dataOf(type, entry);
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(entry === undefined ? 0x8183 : 0x8180, 2);
  for (const [count, place] of [
    [1, 4],
    [data.length, 6],
    [0, 8],
    [0, 10],
  ] as const) {
    header.writeUInt16BE(count, place);
  }
  const records = data.map((value) => {
    // The name is a pointer to that of the question; then type, class, time to live, length.
    const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, 0]);
    head.writeUInt16BE(value.length, 10);
    return Buffer.concat([head, value]);
  });
  return Buffer.concat([header, question.subarray(12, end), ...records]);
}

function dataOf(type: number, { texts = [], alpn }: Zone[string]): Buffer[] {
  if (type === types.txt) {
    return texts.map(withLength);
  } else if (type === types.https && alpn) {
    const value = Buffer.concat(alpn.map(withLength));
    // Priority 1, the name itself, an unknown parameter before the one that counts.
    return [Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 0, 2, 0, 1, 0, 1, 0, value.length]), value])];
  } else {
    return [];
  }
}

function withLength(text: string): Buffer {
  return Buffer.from([text.length, ...Buffer.from(text)]);
}
