import { expect, test } from 'vitest';
import { mostKibibytes } from '../../contract/body-limit.ts';
import { readBody } from './read-body.ts';

const formType = 'application/x-www-form-urlencoded';
const limit = mostKibibytes * 1_024;

const posted = (body: BodyInit | ReadableStream, type = formType) =>
  new Request('http://site.test/', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
    duplex: 'half',
  } as RequestInit);

test('reads a body the same whatever chunks it arrives in', async () => {
  const message = 'Coolant in the oil, mañana. '.repeat(300);
  const bytes = new TextEncoder().encode(JSON.stringify({ message }));
  for (const size of [1, 1_024, 5_000, bytes.length]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    expect(await readBody(posted(body, 'application/json')), `${size} bytes at a time`).toEqual({ message });
  }
});

test('a percent sign that starts no escape is literal', async () => {
  const message = '100% sure, 50%2g é ';
  expect(await readBody(posted('message=100%+sure%2C+50%2g+%C3%A9%20'))).toEqual({ message });
});

test.each([
  ['a name twice', 'name=Ana&phone=1&name=Bob', 'bad_form'],
  ['an escape that is not UTF-8', 'name=Ana&message=caf%E9', 'bad_encoding'],
  ['bytes that are not UTF-8', Uint8Array.of(0x61, 0x3d, 0xe9), 'bad_encoding'],
  ['half a character at the end', Uint8Array.of(0x61, 0x3d, 0xc3), 'bad_encoding'],
  ['one byte over the limit', 'a='.padEnd(limit + 1, 'a'), 'too_large'],
])('%s is rejected', async (_, body, code) => {
  await expect(readBody(posted(body))).rejects.toMatchObject({ code });
});

test('a body that breaks off is rejected, and one that never ends is read for a megabyte', async () => {
  let sent = 0;
  const endless = (afterEach: (controller: ReadableStreamDefaultController) => void) =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(97));
        afterEach(controller);
      },
    });
  const broken = endless((controller) => controller.error(new Error('reset')));
  await expect(readBody(posted(broken))).rejects.toMatchObject({ code: 'bad_encoding' });
  sent = 0;
  await expect(readBody(posted(endless(() => undefined)))).rejects.toMatchObject({ code: 'too_large' });
  expect(sent).toBeGreaterThan(1024 * 1024);
  expect(sent).toBeLessThan(1.2 * 1024 * 1024);
});
