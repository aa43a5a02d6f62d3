import { connect } from 'node:net';

/**
 * Sends these bytes to a server over a connection of their own, and gives all it answers until it
 * closes; or until it has said nothing for `patience` milliseconds.
 */
export function rawExchange(url: string, bytes: string | Buffer, patience = 0): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text;
    });
    socket.setTimeout(patience, () => socket.destroy());
    // A server that has refused may break the line while the rest is still being sent.
    socket.on('error', () => resolve(answer));
    socket.on('close', () => resolve(answer));
  });
}
