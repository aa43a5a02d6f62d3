import fc from 'fast-check';
import { contactPath, fieldNames, honeypotName } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';

/** Texts that have broken a parser, page, email or database somewhere. */
const classics = [
  '',
  '\u0000',
  'x\r\nBcc: thief@example.com',
  'x\nSubject: y\n\nz',
  '\r\n.\r\nQUIT\r\n',
  '=?utf-8?Q?=0D=0ABcc:thief@example.com?=',
  'a@example.com, thief@example.com',
  '"a, b"@example.com',
  '\u202egnp.exe\u202c\u2066\u200f',
  'line\u2028separator\u2029',
  '\ud800',
  '"><script>alert(1)</script>',
  '</textarea></form><form action=//evil.example>',
  "'; drop table requests; --",
  '{{7*7}} {phone} $& $1',
  '__proto__',
  '../../etc/passwd',
  '%00%0d%0a%',
  ' '.repeat(30_000),
  '\r\n'.repeat(15_000),
  `a@${'a.'.repeat(120)}`,
  `a@${'a-'.repeat(120)}!`,
  `${'!'.repeat(250)}@a`,
  `+1${'('.repeat(30)}`,
  `7${' '.repeat(38)}`,
  '\u0301'.repeat(4_000),
  '👩‍👩‍👧‍👦'.repeat(400),
];

const text = fc.oneof(
  fc.constantFrom(...classics),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .tuple(fc.string({ minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 6_000 }))
    .map(([part, times]) => part.repeat(times)),
);

const anyValue = fc.oneof(
  { arbitrary: text, weight: 6 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
);

/** A valid request with some fields replaced, omitted or added. */
const fields = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...fieldNames), anyValue, { maxKeys: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom(honeypotName, '__proto__', 'lang'), text), anyValue, {
      maxKeys: 2,
    }),
    fc.subarray([...fieldNames], { maxLength: 2 }),
    fc.boolean(),
  )
  .map(([changed, added, dropped, drops]) => {
    const entries = Object.entries({ ...exampleRequest, ...changed, ...added });
    return entries.filter(([name]) => !(drops && dropped.includes(name as never)));
  });

const utf8 = new TextEncoder();
const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Not by JSON.stringify of an object, which has no `__proto__` and no name twice. */
const json = fields.map((entries) => ({
  type: 'application/json',
  body: utf8.encode(
    `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)}}`,
  ),
}));

const urlencoded = fields.map((entries) => ({
  type: 'application/x-www-form-urlencoded',
  body: utf8.encode(`${new URLSearchParams(entries.map(([name, value]) => [name, asText(value)]))}`),
}));

const wellFormed = fc.oneof(json, urlencoded);

const noise = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }),
  fc.uint8Array({ minLength: 33_000, maxLength: 40_000 }),
  fc
    .tuple(fc.constantFrom('[', '{"a":', '{"name":[', '--b\r\n', '&', '=&', '%', '%e2%80'), fc.nat(6_000))
    .map(([part, times]) => utf8.encode(part.repeat(times))),
);

const types = fc.oneof(
  fc.constantFrom('application/json; charset=utf-16', 'APPLICATION/JSON ;', 'multipart/form-data', ''),
  fc.string({ maxLength: 80 }),
);

const body = fc.oneof(
  { arbitrary: wellFormed, weight: 6 },
  // Truncated, or with one byte replaced.
  {
    arbitrary: fc
      .tuple(wellFormed, fc.nat(), fc.nat(255), fc.boolean())
      .map(([{ type, body }, place, byte, cut]) => {
        const at = place % body.length;
        return { type, body: cut ? body.slice(0, at) : body.with(at, byte) };
      }),
    weight: 2,
  },
  { arbitrary: fc.tuple(wellFormed, noise).map(([{ type }, bytes]) => ({ type, body: bytes })), weight: 1 },
  { arbitrary: fc.tuple(types, wellFormed).map(([type, { body }]) => ({ type, body })), weight: 2 },
);

const headerNames =
  'Origin Sec-Fetch-Site Idempotency-Key Content-Encoding Content-Length Accept Accept-Encoding Accept-Language Cookie X-Forwarded-For X-Forwarded-Host Range Referer';

const headers = fc.dictionary(
  fc.constantFrom(...headerNames.split(' ')),
  fc.oneof(
    fc.constantFrom(
      'null',
      'https://evil.example',
      'same-origin',
      'cross-site',
      'gzip',
      '1.2.3.4, ::1',
      '*',
      '0',
    ),
    // Other characters are rejected before there is a request.
    fc.string({ maxLength: 300 }).map((value) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()),
  ),
  { maxKeys: 3 },
);

const query = fc.oneof(
  fc.constantFrom('', '?lang=es', '?lang=__proto__', '?lang=en&lang=es', '?lang=%', '?'),
  fc.string({ maxLength: 40 }).map((value) => `?lang=${encodeURIComponent(value)}`),
);

/** Posts that someone might send maliciously or because of a bug. */
export const hostileRequests = fc.record({ sent: body, headers, query }).map(({ sent, headers, query }) => {
  const type = sent.type.replace(/[^\t\x20-\x7e]/g, '?').trim();
  return {
    url: `http://site.example${contactPath}${query}`,
    method: 'POST',
    headers: { ...headers, 'Content-Type': type },
    body: Uint8Array.from(sent.body),
  };
});
