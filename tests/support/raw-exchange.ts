import { connect } from 'node:net';
import { expect } from 'vitest';

/** Sends bytes to a server over a new connection and returns everything received until it closes. */
export function exchangeRaw(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text;
    });
    // A server that has rejected the request may disconnect while the rest is still being sent.
    socket.on('error', () => undefined).on('close', () => resolve(answer));
  });
}

/** Returns the size in bytes of a page's status line, headers, and Brotli body. */
export async function countBytesOnTheWire(url: string): Promise<number> {
  const { host, pathname } = new URL(url);
  const accepted = 'Accept-Encoding: gzip, br\r\nConnection: close';
  const answer = await exchangeRaw(url, `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n${accepted}\r\n\r\n`);
  expect(answer).toContain('content-encoding: br');
  return answer.length;
}
