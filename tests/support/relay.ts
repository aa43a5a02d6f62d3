import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a port of 127.0.0.1 that a test can cut or freeze. */
export async function startRelay(port: number) {
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'frozen' = 'open';
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('data', (bytes) => other.write(bytes));
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    apply();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Cut, it ends each connection; frozen, nothing passes and no connection ends. */
    become(next: typeof state): void {
      state = next;
      apply();
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };

  function apply(): void {
    for (const socket of sockets) {
      if (state === 'cut') {
        socket.destroy();
      } else if (state === 'frozen') {
        socket.pause();
      } else {
        socket.resume();
      }
    }
  }
}
