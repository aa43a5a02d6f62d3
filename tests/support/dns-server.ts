import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, decode, encode, RECURSION_AVAILABLE, type RecordType } from 'dns-packet';

/** The records of each name. A name without an entry does not exist. */
export type Zone = Record<string, { texts?: string[]; alpn?: string[] }>;

/** HTTPS (RFC 9460), as dns-packet writes types that it does not parse. */
const httpsType = 'UNKNOWN_65' as RecordType;

/** The response code for a name that does not exist (RFC 1035, 4.1.1). */
const nameError = 3;

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

function answerTo(message: Buffer, zone: Zone): Buffer {
  const { id, questions = [] } = decode(message);
  const [{ name = '', type } = {}] = questions;
  const entry = zone[name.toLowerCase()];
  return encode({
    type: 'response',
    ...(id === undefined ? {} : { id }),
    flags: RECURSION_AVAILABLE | (entry === undefined ? nameError : 0),
    questions,
    answers: dataOf(type, entry ?? {}).map((data) => ({ type, name, data }) as Answer),
  });
}

function dataOf(type: RecordType | undefined, { texts = [], alpn }: Zone[string]): (string | Buffer)[] {
  if (type === 'TXT') {
    return texts;
  } else if (type === httpsType && alpn) {
    const value = Buffer.concat(alpn.map((name) => Buffer.from([name.length, ...Buffer.from(name)])));
    // Priority 1, the name itself, an unknown parameter before the one that counts.
    return [Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 0, 2, 0, 1, 0, 1, 0, value.length]), value])];
  } else {
    return [];
  }
}
