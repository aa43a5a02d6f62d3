import { expect, test } from 'vitest';
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
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect((process.memoryUsage().arrayBuffers - before) / 1_000).toBeLessThan(4_096);
});
