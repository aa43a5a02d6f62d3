import { expect, test } from 'vitest';
import { readBody } from './read-body.ts';

const posted = (body: BodyInit | ReadableStream) =>
  new Request('http://site.test/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
    duplex: 'half',
  } as RequestInit);

test('reads a form whatever chunks it arrives in, and takes a percent sign that starts no escape literally', async () => {
  const bytes = new TextEncoder().encode('message=100%+sure%2C+50%2g+%C3%A9%20ñ王');
  for (const size of [1, 7, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    );
    const body = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    expect(await readBody(posted(body)), `${size} bytes at a time`).toEqual({
      message: '100% sure, 50%2g é ñ王',
    });
  }
});

test.each([
  ['an escape that is not UTF-8', 'name=Ana&message=caf%E9'],
  ['bytes that are not UTF-8', Uint8Array.of(0x61, 0x3d, 0xe9)],
  ['half a character at the end', Uint8Array.of(0x61, 0x3d, 0xc3)],
])('%s is rejected', async (_, body) => {
  await expect(readBody(posted(body))).rejects.toMatchObject({ code: 'bad_encoding' });
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
