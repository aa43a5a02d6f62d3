/** npm run bench -- paging: milliseconds from the response to an emergency until the paging service has its page. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startServer } from '../../tests/support/start-server.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';
import { fieldsOf, newKey, post } from '../faults/load.ts';
import { type Figures, median } from '../figures.ts';

const emergencies = 50;

export async function benchPaging(): Promise<Figures> {
  const service = createServer((_, response) => {
    response.end('{"id":"x"}');
    service.emit('paged');
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
  const env = { PAGE_URL: `ntfy://token@${host}/owner`, SITE_URL: 'https://site.example' };
  const delays: number[] = [];
  for (let count = 0; count < emergencies; count += 1) {
    // A phone gets twelve pages an hour, so each emergency has a server of its own.
    const server = await startServer({ cwd: tinySite(), env });
    const paged = once(service, 'paged').then(() => performance.now());
    const key = newKey();
    const send = () => post(server.url, key, { ...fieldsOf(key), service: 'emergency' });
    // On a busy machine a save may take too long, and is answered with 503.
    while ((await send()).status !== 200);
    const answered = performance.now();
    delays.push((await paged) - answered);
    await server.stop('SIGKILL');
  }
  const [middle, most] = [median(delays), Math.max(...delays)].map(Math.round);
  return { emergencies, 'median, ms': middle ?? 0, 'max, ms': most ?? 0 };
}
