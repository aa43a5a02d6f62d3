import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { contactPath } from '../../contract/contact-fields.ts';

const begin = `POST ${contactPath} HTTP/1.1\r\nHost: a\r\n`;

/** How a client can be slow: what it says at once, what it says each second, and which time-out is meant for it. */
export const manners = {
  silent: { says: '', each: '', timeOut: 'headers' },
  'slow with headers': { says: begin, each: 'X', timeOut: 'headers' },
  'slow with the body': {
    says: `${begin}Content-Type: application/json\r\nContent-Length: 30000\r\n\r\n{`,
    each: ' ',
    timeOut: 'request',
  },
  'idle after an answer': { says: 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', each: '', timeOut: 'headers' },
} as const;

type Manner = keyof typeof manners;

export type SlowClients = Awaited<ReturnType<typeof startSlowClients>>;

/** Connections opened at a time: all at once would be a test of the listen queue. */
const batch = 100;

/** Keeps so many slow connections open, a quarter in each manner: each that is shown out comes again. */
export async function startSlowClients(url: string, count: number) {
  const { hostname, port } = new URL(url);
  const names = Object.keys(manners) as Manner[];
  const sockets = new Set<Socket>();
  const stays = Object.fromEntries(names.map((name) => [name, 0])) as Record<Manner, number>;
  let shownOut = 0;
  let stopped = false;

  for (let number = 0; number < count; number += 1) {
    open(names[number % names.length] as Manner);
    if (number % batch === batch - 1) {
      await pause(20);
    }
  }

  return {
    open: () => [...sockets].filter(({ readyState }) => readyState === 'open').length,
    shownOut: () => shownOut,
    /** Milliseconds. */
    longestStays: () => stays,
    stop() {
      stopped = true;
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };

  function open(manner: Manner): void {
    const { says, each } = manners[manner];
    const socket = connect(Number(port), hostname);
    let began = performance.now();
    let dripping: NodeJS.Timeout | undefined;
    sockets.add(socket);
    socket.on('connect', () => {
      began = performance.now();
      socket.write(says);
      dripping = each ? setInterval(() => socket.write(each), 1_000) : undefined;
    });
    socket.on('error', () => undefined);
    socket.resume().on('close', () => {
      clearInterval(dripping);
      sockets.delete(socket);
      if (!stopped) {
        shownOut += 1;
        stays[manner] = Math.max(stays[manner], Math.round(performance.now() - began));
        open(manner);
      }
    });
  }
}
