import fc from 'fast-check';
import { contactPath, fieldNames, honeypotName } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';

/** Texts that have broken a parser, page, email or database somewhere. */
const classics = [
  '\u0000',
  'x\r\nBcc: thief@example.com',
  '\r\n.\r\nQUIT\r\n',
  '=?utf-8?Q?=0D=0ABcc:thief@example.com?=',
  '"a, b"@example.com, thief@example.com',
  '\u202egnp.exe\u202c\u2066\u200f\u2028',
  '\ud800',
  '</textarea></form><script>alert(1)</script>',
  "'; drop table requests; --",
  '{{7*7}} {phone} $& $1',
  '%00%0d%0a%',
  '\r\n'.repeat(15_000),
  `a@${'a-'.repeat(120)}!`,
  `+1${'('.repeat(30)}`,
  '\u0301'.repeat(4_000),
  '👩‍👩‍👧‍👦'.repeat(400),
];

const text = fc.oneof(
  fc.constantFrom(...classics),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .tuple(fc.string({ minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 6_000 }))
    .map(([part, times]) => part.repeat(times)),
);

const anyValue = fc.oneof(
  { arbitrary: text, weight: 6 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
);

/** A valid request with some fields replaced or added, and perhaps one omitted. */
const fields = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...fieldNames), anyValue, { maxKeys: 3 }),
    fc.dictionary(fc.constantFrom(honeypotName, '__proto__', 'lang'), anyValue, { maxKeys: 2 }),
    fc.option(fc.constantFrom(...fieldNames)),
  )
  .map(([changed, added, omitted]) =>
    Object.entries({ ...exampleRequest, ...changed, ...added }).filter(([name]) => name !== omitted),
  );

const utf8 = new TextEncoder();
const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Not by JSON.stringify of an object, which has no `__proto__`. */
const json = fields.map((entries) => ({
  type: 'application/json',
  body: `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)}}`,
}));

const urlencoded = fields.map((entries) => ({
  type: 'application/x-www-form-urlencoded',
  body: new URLSearchParams(entries.map(([name, value]) => [name, asText(value)])).toString(),
}));

const wellFormed = fc.oneof(json, urlencoded).map(({ type, body }) => ({ type, body: utf8.encode(body) }));

/** Whole, truncated, of bytes that are no text, or of another type. */
const body = fc
  .tuple(wellFormed, fc.nat(), fc.uint8Array({ maxLength: 40_000 }), fc.string({ maxLength: 80 }), fc.nat(9))
  .map(([{ type, body }, end, bytes, anyType, fault]) => ({
    type: fault < 2 ? anyType : type,
    body: fault === 2 ? bytes : fault < 5 ? body.slice(0, end % body.length) : body,
  }));

const headers = fc.dictionary(
  fc.constantFrom(
    ...['Origin', 'Sec-Fetch-Site', 'Idempotency-Key', 'Content-Encoding', 'X-Forwarded-For', 'Accept'],
  ),
  fc.oneof(
    fc.constantFrom('null', 'https://evil.example', 'same-origin', 'gzip', '1.2.3.4, ::1', '0'),
    // Other characters are rejected before there is a request.
    fc.string({ maxLength: 300 }).map((value) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()),
  ),
  { maxKeys: 2 },
);

const query = fc.constantFrom('', '?lang=es', '?lang=__proto__', '?lang=en&lang=es', '?lang=%');

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
