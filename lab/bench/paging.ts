/**
 * npm run bench -- paging: milliseconds from the response to an emergency until the paging service has its page. Each
 * comes right after a page, so it waits longest for the next poll.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startServer } from '../../tests/support/start-server.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';
import { fieldsOf, newKey, post } from '../faults/load.ts';
import { type Figures, median } from '../figures.ts';

/** A phone gets no more pages in an hour. */
const emergencies = 12;

export async function benchPaging(): Promise<Figures> {
  const service = createServer((_, response) => {
    response.end('{"id":"x"}');
    service.emit('paged');
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const pageUrl = `ntfy://token@127.0.0.1:${(service.address() as AddressInfo).port}/owner`;
  const env = { PAGE_URL: pageUrl, SITE_URL: 'https://site.example', TRUSTED_PROXY_HOPS: '1' };
  const server = await startServer({ cwd: tinySite(), env });
  const delays: number[] = [];
  while (delays.length < emergencies) {
    const paged = once(service, 'paged').then(() => performance.now());
    const key = newKey();
    const { status } = await post(server.url, key, { fields: { ...fieldsOf(key), service: 'emergency' } });
    const answered = performance.now();
    if (status !== 200) throw new Error(`An emergency was answered with ${status}.`);
    delays.push((await paged) - answered);
  }
  await server.stop();
  service.close();
  return {
    emergencies,
    'median, ms': Math.round(median(delays)),
    'max, ms': Math.round(Math.max(...delays)),
  };
}
