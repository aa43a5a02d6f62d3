import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { getServers, Resolver } from 'node:dns';
import { isIPv6 } from 'node:net';

export interface Dns {
  /** TXT records at a name; undefined if neither it nor anything below exists. Throws if nobody answers. */
  texts(name: string): Promise<string[] | undefined>;
  /** The protocols that a name's HTTPS record offers. Throws if nobody answers. */
  offeredProtocols(name: string): Promise<string[]>;
}

/** For each query, in milliseconds. */
const timeout = 3_000;

/** Asks a name server like "9.9.9.9" or "127.0.0.1:5353", or by default the machine's own. */
export function askDns(server: string | undefined): Dns {
  const resolver = new Resolver({ timeout, tries: 2 });
  if (server !== undefined) {
    resolver.setServers([server]);
  }
  const asked = server ?? getServers()[0] ?? '127.0.0.1';

  return {
    texts: (name) =>
      new Promise((resolve, reject) => {
        resolver.resolveTxt(name, (error, records) => {
          if (error?.code === 'ENOTFOUND') {
            resolve(undefined);
          } else if (error?.code === 'ENODATA') {
            resolve([]);
          } else if (error) {
            reject(new Error(`the name server did not answer for ${name} (${error.code})`));
          } else {
            resolve(records.map((parts) => parts.join('')));
          }
        });
      }),
    offeredProtocols: async (name) => protocolsIn(await askUdp(asked, questionFor(name))),
  };
}

/** The record type HTTPS (RFC 9460), which Node's resolver does not support. */
const typeHttps = 65;

/** A query with "recursion desired" (RFC 1035, 4.1). */
function questionFor(name: string): Buffer {
  const header = Buffer.from([...Buffer.alloc(2), 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  header.writeUInt16BE(randomInt(0x10000), 0);
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  return Buffer.concat([header, ...labels, Buffer.from([0, 0, typeHttps, 0, 1])]);
}

function askUdp(server: string, question: Buffer): Promise<Buffer> {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(server) ?? [];
  const address = bracketed ?? plain ?? server;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  const timer = setTimeout(() => reject(new Error(`the name server ${server} did not answer`)), timeout);
  socket.once('error', reject);
  socket.on('message', (answer) => {
    if (answer.readUInt16BE(0) === question.readUInt16BE(0)) {
      resolve(answer);
    }
  });
  socket.send(question, Number(port ?? 53), address);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}

/** The ALPN names in all HTTPS records of a response. */
function protocolsIn(answer: Buffer): string[] {
  const found: string[] = [];
  let at = skipName(answer, 12) + 4;
  for (let records = answer.readUInt16BE(6); records > 0; records -= 1) {
    const head = skipName(answer, at);
    const data = head + 10;
    const end = data + answer.readUInt16BE(head + 8);
    if (answer.readUInt16BE(head) === typeHttps) {
      found.push(...alpnIn(answer, skipName(answer, data + 2), end));
    }
    at = end;
  }
  return found;
}

/** Returns the offset after a name: labels up to an empty one, or up to a pointer to the rest. */
function skipName(answer: Buffer, from: number): number {
  let at = from;
  for (let length = answer[at] ?? 0; length > 0; length = answer[at] ?? 0) {
    if (length >= 0xc0) {
      return at + 2;
    }
    at += length + 1;
  }
  return at + 1;
}

/** RFC 9460, 2.2: key, length, value. Key 1 holds names, each preceded by its length. */
function alpnIn(answer: Buffer, from: number, end: number): string[] {
  const found: string[] = [];
  let at = from;
  while (at + 4 <= end) {
    const value = at + 4;
    const next = value + answer.readUInt16BE(at + 2);
    if (answer.readUInt16BE(at) === 1) {
      for (let name = value; name < next; name += (answer[name] ?? 0) + 1) {
        found.push(answer.toString('latin1', name + 1, name + 1 + (answer[name] ?? 0)));
      }
    }
    at = next;
  }
  return found;
}
