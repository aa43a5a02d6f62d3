import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';

/** Status line, headers and body of a page as sent to a browser with brotli. */
export async function bytesOnTheWire(url: string): Promise<number> {
  const { hostname, port, host, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip, br\r\nConnection: close\r\n\r\n`,
  );
  const bytes = await buffer(socket);
  expect(bytes.toString('latin1')).toContain('content-encoding: br');
  return bytes.length;
}
