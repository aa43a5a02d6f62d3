import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { contactPath } from '../../../contract/contact-fields.ts';
import { exampleRequest } from '../../../tests/support/example-request.ts';
import { rawExchange } from '../../../tests/support/raw-exchange.ts';
import { must } from '../campaign.ts';
import { harnessCampaign } from '../harness.ts';

/** Milliseconds after which to close a connection on which the server is waiting. */
const idleTimeout = 40;

/** Nine in ten pass the parser, so that the code behind it is tested too. */
function mostly<Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: odd, weight: 1 });
}

/** Values that pass the parser but may break something behind it. */
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
  'Content-Type': ['application/json', 'multipart/form-data; boundary=b', 'constructor', '\xff'],
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
// Garbage directly after a complete request suppresses its response, so usually nothing follows.
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

/** Bytes that may or may not be HTTP, each over a new connection, to a real server. */
export const hostileWire = harnessCampaign({
  shows: 'whatever comes over the wire, no response is a 5xx, and each but a 100 has nosniff',
  minutes: 3,
  short: { inputs: 500 },
  long: { inputs: 5_000 },
  async run({ inputs }, harness) {
    const counts: Record<string, number> = {};
    const server = await harness.start();
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
    must((await fetch(server.url)).status === 200, 'pages fail afterwards');
    must(
      !server.log.some(({ event }) => event === 'error' || event === 'crash'),
      'the log says there was a fault',
    );
    return { inputs, ...counts };
  },
});
