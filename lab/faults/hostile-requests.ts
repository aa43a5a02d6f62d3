import fc from 'fast-check';
import { contactPath, fieldNames, honeypotName } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';

/** A post that someone might send maliciously or because of a bug. */
export interface HostileRequest {
  path: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Texts that have broken a parser, page, email or database somewhere. */
const classics = [
  '',
  ' ',
  '\u0000',
  'x\r\nBcc: thief@example.com',
  'x\nSubject: y\n\nz',
  '\r\n.\r\nQUIT\r\n',
  '=?utf-8?Q?=0D=0ABcc:thief@example.com?=',
  'a@example.com, thief@example.com',
  '"a, b"@example.com',
  'a@example.com>',
  '\u202egnp.exe\u202c',
  '\u2066\u2067\u2068\u2069\u200e\u200f\u061c',
  'line\u2028separator\u2029',
  '\ud800',
  '\udc00\ud800',
  '"><script>alert(1)</script>',
  '</textarea></form><form action=//evil.example>',
  "'; drop table requests; --",
  '{{7*7}} {phone} $& $1',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '%00%0d%0a%',
  'e'.repeat(300),
  ' '.repeat(30_000),
  '\r\n'.repeat(15_000),
  `${'a'.repeat(240)}@`,
  `a@${'a.'.repeat(120)}`,
  `a@${'-'.repeat(240)}`,
  `a@${'a-'.repeat(120)}!`,
  `${'!'.repeat(250)}@a`,
  `+1${'('.repeat(30)}`,
  `7${' '.repeat(38)}`,
  '\u0301'.repeat(4_000),
  '\ufdfa'.repeat(5_000),
  '👩‍👩‍👧‍👦'.repeat(400),
];

const text = fc
  .oneof(
    { arbitrary: fc.constantFrom(...classics), weight: 3 },
    { arbitrary: fc.string({ unit: 'binary', maxLength: 200 }), weight: 2 },
    { arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }), weight: 2 },
    {
      arbitrary: fc.tuple(fc.string({ minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 6_000 })),
      weight: 1,
    },
  )
  .map((value) => (typeof value === 'string' ? value : value[0].repeat(value[1]).slice(0, 30_000)));

const anyValue = fc.oneof(
  { arbitrary: text, weight: 6 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
);

/** A valid request with some fields replaced, omitted or added. */
const fields = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...fieldNames), anyValue, { maxKeys: 3 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom(honeypotName, '__proto__', 'constructor', 'lang'), text),
      anyValue,
      {
        maxKeys: 2,
      },
    ),
    fc.subarray([...fieldNames], { maxLength: 2 }),
    fc.boolean(),
  )
  .map(([changed, added, dropped, drops]) => {
    const entries = Object.entries({ ...exampleRequest, ...changed, ...added });
    return entries.filter(([name]) => !(drops && dropped.includes(name as never)));
  });

const utf8 = new TextEncoder();
const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

interface Body {
  type: string;
  body: Uint8Array;
}

const json = fields.map((entries) => ({
  type: 'application/json',
  body: utf8.encode(
    `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)}}`,
  ),
}));

const urlencoded = fields.map((entries) => ({
  type: 'application/x-www-form-urlencoded',
  body: utf8.encode(
    new URLSearchParams(entries.map(([name, value]) => [name, asText(value)] as [string, string])).toString(),
  ),
}));

const nested = fc
  .tuple(fc.constantFrom('[', '{"a":', '{"name":[', '--b\r\n', '&', '=&', '%', '%e2%80'), fc.nat(32_000))
  .map(([part, length]) => utf8.encode(part.repeat(Math.ceil(length / part.length)).slice(0, length)));

const noise = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }),
  fc.uint8Array({ minLength: 33_000, maxLength: 40_000 }),
  nested,
);

const types = fc.oneof(
  fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'APPLICATION/JSON ;',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/plain',
    'constructor',
    '',
  ),
  fc.string({ maxLength: 80 }),
);

const wellFormed: fc.Arbitrary<Body> = fc.oneof(json, urlencoded);

const body: fc.Arbitrary<Body> = fc.oneof(
  { arbitrary: wellFormed, weight: 6 },
  // Truncated, with bytes replaced.
  {
    arbitrary: fc
      .tuple(wellFormed, fc.nat(), fc.nat(255), fc.boolean())
      .map(([{ type, body }, place, byte, cut]) => {
        const at = body.length === 0 ? 0 : place % body.length;
        return { type, body: cut ? body.slice(0, at) : body.with(at, byte) };
      }),
    weight: 2,
  },
  { arbitrary: fc.record({ type: types, body: noise }), weight: 2 },
  { arbitrary: fc.tuple(types, wellFormed).map(([type, { body }]) => ({ type, body })), weight: 1 },
);

/** Characters allowed in a header value; others are rejected before there is a request. */
const headerValue = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    maxLength: 40,
  }),
  fc.constantFrom(
    'null',
    'https://evil.example',
    'http://site.example',
    'same-origin',
    'cross-site',
    'gzip',
    '1.2.3.4, ::1',
    '*',
    '0',
  ),
);

const headerNames = [
  'Origin',
  'Sec-Fetch-Site',
  'Idempotency-Key',
  'Content-Encoding',
  'Content-Length',
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Apikey',
  'Cookie',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'If-None-Match',
  'Range',
  'Referer',
  'User-Agent',
];

const headers = fc.oneof(
  { arbitrary: fc.constant({}), weight: 3 },
  { arbitrary: fc.dictionary(fc.constantFrom(...headerNames), headerValue, { maxKeys: 4 }), weight: 2 },
);

const query = fc.oneof(
  fc.constantFrom('', '?lang=es', '?lang=__proto__', '?lang=en&lang=es', '?lang=%', '?'),
  fc.string({ maxLength: 40 }).map((value) => `?lang=${encodeURIComponent(value)}`),
);

export const hostileRequests: fc.Arbitrary<HostileRequest> = fc
  .record({ sent: body, headers, query })
  .map(({ sent, headers, query }) => ({
    path: contactPath + query,
    headers: { ...headers, 'Content-Type': sent.type },
    body: sent.body,
  }));
