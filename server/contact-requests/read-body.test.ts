import { expect, test } from 'vitest';
import { mostKibibytes } from '../../contract/body-limit.ts';
import { readBody } from './read-body.ts';

/** A JSON body that arrives in the given chunks; `ends: false` leaves the rest to come. */
function bodyOf(chunks: string[], { ends }: { ends: boolean }): Request {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(new TextEncoder().encode(chunk));
      }
      if (ends) {
        controller.close();
      }
    },
  });
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' };
  return new Request('http://site.test/', init);
}

test('reads a body the same whatever chunks it arrives in', async () => {
  const message = 'Coolant in the oil. '.repeat(300);
  const sent = JSON.stringify({ message });

  for (const size of [1, 7, 1_023, 1_024, 1_025, 5_000, sent.length]) {
    const chunks = sent.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
    expect(await readBody(bodyOf(chunks, { ends: true })), `${size} bytes at a time`).toEqual({ message });
  }
});

test('holds no more memory than what has arrived', async () => {
  const before = process.memoryUsage().arrayBuffers;

  for (let client = 0; client < 1_000; client += 1) {
    readBody(bodyOf(['{"name":'], { ends: false }));
  }
  // Each has read what there is once a later one has been read to its end.
  await readBody(bodyOf(['{}'], { ends: true }));

  expect((process.memoryUsage().arrayBuffers - before) / 1_000).toBeLessThan(4_096);
});

const formType = 'application/x-www-form-urlencoded';

const posted = (body: BodyInit, type = formType) =>
  new Request('http://site.test/', { method: 'POST', headers: { 'Content-Type': type }, body });

test('a percent sign that starts no escape is literal', async () => {
  const message = '100% sure, 50%2g é ';
  expect(await readBody(posted('message=100%+sure%2C+50%2g+%C3%A9%20'))).toEqual({ message });
});

test.each([
  ['a name twice', posted('name=Ana&phone=1&name=Bob'), 'bad_form'],
  ['an escape that is not UTF-8', posted('name=Ana&message=caf%E9'), 'bad_encoding'],
  ['bytes that are not UTF-8', posted(Uint8Array.from([0x61, 0x3d, 0xe9])), 'bad_encoding'],
  ['half a character at the end', posted(Uint8Array.from([0x61, 0x3d, 0xc3])), 'bad_encoding'],
  ['half a JSON', posted('{"name":', 'application/json'), 'bad_json'],
])('%s is rejected', async (_, request, code) => {
  await expect(readBody(request)).rejects.toMatchObject({ code });
});

test('a form may be as long as the limit', async () => {
  const fits = 'message='.padEnd(mostKibibytes * 1_024, 'a');
  expect(await readBody(posted(fits))).toEqual({ message: fits.replace('message=', '') });
  await expect(readBody(posted(`${fits}a`))).rejects.toMatchObject({ code: 'too_large' });
});

test('a body that breaks off is a bad form, and one that never ends is read for a megabyte', async () => {
  const endlessly = (afterEach: (controller: ReadableStreamDefaultController) => void) => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(97));
        afterEach(controller);
      },
    });
    const init = { method: 'POST', headers: { 'Content-Type': formType }, body, duplex: 'half' };
    return { request: new Request('http://site.test/', init), sent: () => sent };
  };
  const broken = endlessly((controller) => controller.error(new Error('reset')));
  await expect(readBody(broken.request)).rejects.toMatchObject({ code: 'bad_form' });
  const endless = endlessly(() => undefined);
  await expect(readBody(endless.request)).rejects.toMatchObject({ code: 'too_large' });
  expect(endless.sent()).toBeGreaterThan(1024 * 1024);
  expect(endless.sent()).toBeLessThan(1.2 * 1024 * 1024);
});
