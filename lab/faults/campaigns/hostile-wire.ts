import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { contactPath } from '../../../contract/contact-fields.ts';
import { exampleRequest } from '../../../tests/support/example-request.ts';
import { rawExchange } from '../../../tests/support/raw-exchange.ts';
import { type Campaign, must } from '../campaign.ts';
import { openScene } from '../harness.ts';

const sizes = { short: { inputs: 500 }, long: { inputs: 5_000 } };

/** Milliseconds after which a connection that the server waits on is let go. */
const idleTimeout = 40;

/** Nine in ten get past the parser, so that what lies behind it is met too. */
function mostly<Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: odd, weight: 1 });
}

/** Values that a parser takes, and in which something behind it may stumble. */
const plausible: Record<string, string[]> = {
  Host: ['a', '[::1]:8080', 'evil.example:99', 'a b', 'evil.example/path', ''],
  'Content-Length': ['0', '5', '120', '99999999999999999999'],
  'Transfer-Encoding': ['chunked', 'gzip, chunked'],
  Expect: ['100-continue', 'miracles'],
  Connection: ['close', 'keep-alive', 'upgrade'],
  Upgrade: ['websocket', 'h2c'],
  Range: ['bytes=0-0,0-0,-1', 'bytes=5-1'],
  'If-None-Match': ['*', '"', 'W/"x", "'],
  'Accept-Encoding': ['br;q=9e9', ',;,;q', 'x'.repeat(9_000)],
  'Content-Type': ['application/json', 'multipart/form-data; boundary=', 'constructor', '\xff'],
  'Idempotency-Key': ['k', '\xff\xfe', 'k'.repeat(256)],
  Origin: ['null', 'https://evil.example', '\xff'],
};
const header = mostly(
  fc.constantFrom(
    ...Object.entries(plausible).flatMap(([name, values]) => values.map((value) => [name, value])),
  ),
  fc.tuple(fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 60 })),
);
const line = mostly(
  fc
    .tuple(
      mostly(
        fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS'),
        fc.constantFrom('TRACE', 'CONNECT', 'PRI', 'get', ''),
      ),
      mostly(
        fc.constantFrom(
          '/',
          '/about/',
          contactPath,
          '*',
          '//',
          '/%',
          '/%00',
          '/..%2f',
          'http://evil.example/about/',
          'evil.example:80',
        ),
        fc.string({ maxLength: 60 }),
      ),
      mostly(fc.constantFrom('HTTP/1.1', 'HTTP/1.0'), fc.constantFrom('HTTP/0.9', 'HTTP/2.0', '')),
    )
    .map((parts) => parts.join(' ')),
  fc.string({ unit: 'binary', maxLength: 80 }),
);
// What follows a whole request at once and is none takes its answer away: mostly nothing follows.
const body = fc.oneof(
  { arbitrary: fc.constant(''), weight: 4 },
  fc.constantFrom('0\r\n\r\n', '5\r\nhello\r\n0\r\nX: y\r\n\r\n', 'zz\r\n', JSON.stringify(exampleRequest)),
  fc.string({ unit: 'binary', maxLength: 300 }),
);
const end = mostly(fc.constant('\r\n'), fc.constantFrom('\n', '\r', '\0\r\n'));
const rawRequests = fc
  .tuple(line, mostly(fc.constant(true), fc.constant(false)), fc.array(header, { maxLength: 4 }), body, end)
  .map(([first, named, headers, sent, eol]) => {
    const lines = [
      first,
      ...(named ? ['Host: a'] : []),
      ...headers.map(([name, text]) => `${name}: ${text}`),
    ];
    return `${lines.join(eol)}${eol}${eol}${sent}`;
  });

/** Bytes that may be HTTP or not, each over a connection of its own, to a real server. */
export const hostileWire: Campaign = {
  shows: 'whatever comes over the line, the answer is no fault of ours and carries the header table',
  minutes: 3,
  async run(conditions) {
    const { inputs } = sizes[conditions.length];
    const scene = await openScene(conditions);
    const counts: Record<string, number> = {};
    try {
      const server = await scene.start();
      const ended = server.ended.then(() => 'ended');
      await fc.assert(
        fc.asyncProperty(rawRequests, async (bytes) => {
          const exchange = rawExchange(server.url, Buffer.from(bytes, 'latin1'), idleTimeout);
          const answer = await Promise.race([exchange, ended]);
          must(answer !== 'ended', 'the server ended');
          const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 'nothing';
          counts[`answered ${status}`] = (counts[`answered ${status}`] ?? 0) + 1;
          must(!status.startsWith('5'), `it was answered ${status}`);
          must(
            status === 'nothing' || status === '100' || /x-content-type-options: nosniff/i.test(answer),
            `a ${status} lacks the header table`,
          );
        }),
        { numRuns: inputs, endOnFailure: true },
      );
      await pause(100);
      must((await fetch(server.url)).status === 200, 'afterwards there is no page');
      must(
        !server.log.some(({ event }) => event === 'error' || event === 'crash'),
        'the log says there was a fault',
      );
      return { inputs, ...counts };
    } finally {
      await scene.close();
    }
  },
};
