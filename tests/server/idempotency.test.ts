import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleRequest } from '../support/example-request.ts';
import { type Backend, startBackend } from '../support/start-in-process.ts';

let server: Backend;

beforeAll(async () => {
  server = await startBackend();
});
afterAll(() => server.stop());

const post = async (message: string, key?: string) => {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key };
  const response = await server.post({ ...exampleRequest, message }, headers);
  return { status: response.status, ...(await response.json()) };
};

test('compares content as saved: trimmed, with LF line ends', async () => {
  const first = await post('two\nlines', 'key-2');
  expect(await post('  two\r\nlines ', 'key-2')).toEqual(first);
});

test('the same key with other content is rejected', async () => {
  await post('first content', 'key-3');
  expect(await post('other content', 'key-3')).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
});

test('fifty simultaneous posts with one key are one request and one email', async () => {
  const before = server.subjects().length;
  const answers = await Promise.all(Array.from({ length: 50 }, () => post('all at once', 'key-6')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1);

  // Emails go out in order of receipt: once the next one arrives, a duplicate of this one would have too.
  const { reference } = await post('the next one');
  await server.logged('mail', { reference });
  const subjects = server.subjects().slice(before);
  expect(subjects.filter((subject) => subject.includes(answers[0]?.reference))).toHaveLength(1);
});
