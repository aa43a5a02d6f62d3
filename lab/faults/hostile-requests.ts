import fc from 'fast-check';
import { contactPath, fieldNames, honeypotName } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';

/** Texts that have broken a parser, page, email, or database somewhere. */
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

const anyValue = fc.oneof(text, text, fc.jsonValue({ maxDepth: 3 }));

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

const wellFormed = fc.tuple(fields, fc.boolean()).map(([entries, isJson]) => {
  if (isJson) {
    return { type: 'application/json', text: JSON.stringify(Object.fromEntries(entries)) };
  }
  const texts = entries.map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(texts).toString() };
});

/** A complete or truncated body, random bytes, or a body with another type. */
const body = fc
  .tuple(wellFormed, fc.nat(), fc.uint8Array({ maxLength: 40_000 }), fc.string({ maxLength: 80 }), fc.nat(9))
  .map(([{ type, text }, end, bytes, anyType, fault]) => ({
    type: fault < 2 ? anyType : type,
    body: fault === 2 ? bytes : Buffer.from(fault < 5 ? text.slice(0, end % text.length) : text),
  }));

const headerNames = ['Origin', 'Sec-Fetch-Site', 'Idempotency-Key', 'Content-Encoding', 'X-Forwarded-For'];
const headerValue = fc.oneof(
  fc.constantFrom('null', 'https://evil.example', 'same-origin', 'gzip', '1.2.3.4, ::1', '0'),
  fc.string({ maxLength: 300 }),
);
const headers = fc.dictionary(fc.constantFrom(...headerNames, 'Accept'), headerValue, { maxKeys: 2 });

/** Replaces characters that a header can't contain, because `new Request` would throw. */
const sendable = (value: string) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim();

const query = fc.constantFrom('', '?lang=es', '?lang=__proto__', '?lang=en&lang=es', '?lang=%');

/** Posts that someone might send maliciously or because of a bug. */
export const hostileRequests = fc.record({ sent: body, headers, query }).map(({ sent, headers, query }) => ({
  url: `http://site.example${contactPath}${query}`,
  method: 'POST',
  headers: Object.entries({ ...headers, 'Content-Type': sent.type }).map(
    ([name, value]): [string, string] => [name, sendable(value)],
  ),
  body: Uint8Array.from(sent.body),
}));
