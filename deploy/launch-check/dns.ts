import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { getServers, Resolver } from 'node:dns';
import { once } from 'node:events';
import { isIPv6, SocketAddress } from 'node:net';
import { decode, encode, RECURSION_DESIRED, type RecordType } from 'dns-packet';

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
    offeredProtocols: async (name) => (await askForHttps(asked, name)).flatMap(protocolsIn),
  };
}

/** The record type HTTPS (RFC 9460), in dns-packet's way of writing types that it does not parse. */
const httpsType = 'UNKNOWN_65' as RecordType;

async function askForHttps(server: string, name: string): Promise<Buffer[]> {
  const question = encode({
    type: 'query',
    id: randomInt(0x10000),
    flags: RECURSION_DESIRED,
    questions: [{ type: httpsType, name }],
  });
  const { answers = [] } = decode(await askUdp(server, question));
  return answers.flatMap((record) =>
    record.type === httpsType && 'data' in record && Buffer.isBuffer(record.data) ? [record.data] : [],
  );
}

async function askUdp(server: string, question: Buffer): Promise<Buffer> {
  const { address, port } = SocketAddress.parse(isIPv6(server) ? `[${server}]` : server) ?? {};
  const socket = createSocket(isIPv6(address ?? '') ? 'udp6' : 'udp4');
  const signal = AbortSignal.timeout(timeout);
  try {
    // Connected, the socket only receives what this server sends.
    socket.connect(port || 53, address);
    await once(socket, 'connect', { signal });
    socket.send(question);
    const [answer] = await once(socket, 'message', { signal });
    return answer;
  } catch (cause) {
    throw new Error(`the name server ${server} did not answer`, { cause });
  } finally {
    socket.close();
  }
}

/** Key 1 of the parameters (RFC 9460, 7.1). */
const alpn = 1;

/** RFC 9460, 2.2: priority, name, then parameters, each a key, a length and a value. */
function protocolsIn(record: Buffer): string[] {
  const afterName = record.indexOf(0, 2) + 1;
  let parameters = record.subarray(afterName);
  while (parameters.length >= 4) {
    const end = 4 + parameters.readUInt16BE(2);
    if (parameters.readUInt16BE(0) === alpn) {
      return stringsIn(parameters.subarray(4, end));
    }
    parameters = parameters.subarray(end);
  }
  return [];
}

/** Each string is preceded by its length. */
function stringsIn(list: Buffer): string[] {
  const [length] = list;
  return length === undefined
    ? []
    : [list.toString('latin1', 1, 1 + length), ...stringsIn(list.subarray(1 + length))];
}
