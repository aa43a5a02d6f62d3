import { connect } from 'node:net';

/**
 * Sends bytes to a server over a new connection and returns everything received until it closes, or until it
 * is silent for `idleTimeout` milliseconds.
 */
export function rawExchange(url: string, bytes: string | Buffer, idleTimeout = 0): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text;
    });
    socket.setTimeout(idleTimeout, () => socket.destroy());
    // A server that has rejected the request may disconnect while the rest is still being sent.
    socket.on('error', () => resolve(answer));
    socket.on('close', () => resolve(answer));
  });
}
