import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { contactPath } from '../../contract/contact-fields.ts';
import { startClients } from './client-thread.ts';

const begin = `POST ${contactPath} HTTP/1.1\r\nHost: a\r\n`;

/** Profiles of slow clients: what they send at once and every second, and the timeout that applies. */
export const clientProfiles = {
  silent: { says: '', each: '', timeOut: 'headers' },
  'slow with headers': { says: begin, each: 'X', timeOut: 'headers' },
  'slow with the body': {
    says: `${begin}Content-Type: application/json\r\nContent-Length: 30000\r\n\r\n{`,
    each: ' ',
    timeOut: 'request',
  },
  'idle after an answer': { says: 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', each: '', timeOut: 'headers' },
} as const;

type ClientProfile = keyof typeof clientProfiles;

export type SlowClients = Awaited<ReturnType<typeof startSlowClients>>;

interface Orders {
  url: string;
  count: number;
}

interface Report {
  open: number;
  disconnected: number;
  /** Milliseconds, also of those that are still connected. */
  longestStays: Record<ClientProfile, number>;
}

/** Ramp-up time in milliseconds: all at once would test the listen backlog. */
const arrival = 10_000;
const step = 20;

/** Maintains slow connections, a quarter of each profile; disconnected ones reconnect. */
export const startSlowClients = (url: string, count: number) =>
  startClients<Report>(import.meta.url, { url, count } satisfies Orders);

if (!isMainThread && parentPort) {
  await keepOpen(workerData, parentPort);
}

async function keepOpen({ url, count }: Orders, measurer: MessagePort): Promise<void> {
  const { hostname, port } = new URL(url);
  const names = Object.keys(clientProfiles) as ClientProfile[];
  const connected = new Map<Socket, { profile: ClientProfile; since: number }>();
  const longestStays = Object.fromEntries(names.map((name) => [name, 0])) as Record<ClientProfile, number>;
  let disconnected = 0;

  for (let opened = 0; opened < count; ) {
    const due = Math.min(count, opened + Math.ceil((count * step) / arrival));
    for (; opened < due; opened += 1) {
      open(names[opened % names.length] as ClientProfile);
    }
    await pause(step);
  }
  measurer.postMessage('open');
  measurer.on('message', () => {
    for (const socket of connected.keys()) {
      measureStay(socket);
    }
    measurer.postMessage({ open: connected.size, disconnected, longestStays } satisfies Report);
  });

  function open(profile: ClientProfile): void {
    const { says, each } = clientProfiles[profile];
    const socket = connect(Number(port), hostname);
    let trickle: NodeJS.Timeout | undefined;
    socket.on('connect', () => {
      connected.set(socket, { profile, since: performance.now() });
      socket.write(says);
      trickle = each ? setInterval(() => socket.write(each), 1_000) : undefined;
    });
    socket.on('error', () => undefined);
    socket.resume().on('close', () => {
      clearInterval(trickle);
      measureStay(socket);
      connected.delete(socket);
      disconnected += 1;
      open(profile);
    });
  }

  function measureStay(socket: Socket): void {
    const { profile, since } = connected.get(socket) ?? {};
    if (profile !== undefined && since !== undefined) {
      longestStays[profile] = Math.max(longestStays[profile], Math.round(performance.now() - since));
    }
  }
}
