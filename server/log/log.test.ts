import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { createLog, events } from './log.ts';
import { createLogOutput } from './log-output.ts';

test.each([
  {
    event: 'limits_off',
    attributes: undefined,
    expected: { level: 'warn', message: events.limits_off.message },
  },
  { event: 'mail', attributes: { outcome: 'accepted' }, expected: { level: 'info', outcome: 'accepted' } },
  {
    event: 'mail',
    attributes: { outcome: 'unreachable', cause: 'x' },
    expected: { level: 'warn', cause: 'x' },
  },
] as const)(
  'a "$event" line with $attributes has its time, level, and attributes',
  ({ event, attributes, expected }) => {
    const write = vi.fn();
    createLog(write)(event, attributes);
    const [[line]] = write.mock.calls as [[string]];
    expect(line).toMatch(/^\{"time":"\d{4}-\d\d-\d\dT[\d:.]+Z",.*\}\n$/);
    expect(JSON.parse(line)).toMatchObject({ event, ...expected });
  },
);

test('a full disk or a stalled reader only loses log lines', async () => {
  let isFull = true;
  const { promise: awake, resolve: wake } = Promise.withResolvers<void>();
  let text = '';
  const { write, flush } = createLogOutput(async (more, done) => {
    if (isFull) {
      return done(new Error('ENOSPC'));
    }
    await awake;
    text += more;
    done(null);
  });
  write('lost\n');
  expect(await flush(1_000)).toBe(true);
  isFull = false;
  for (let count = 0; count < 5_000; count += 1) {
    write(`${'x'.repeat(999)}\n`);
  }
  expect(await flush(20)).toBe(false);
  wake();
  expect(await flush(1_000)).toBe(true);
  expect(text).toMatch(/^[x\n]+$/);
  expect(text.length).toBeLessThan(1_003_000);
});

test('docs/reference.md lists exactly the log events', () => {
  const documented = readFileSync('docs/reference.md', 'utf8')
    .split('## Log')[1]
    ?.split('\n## ', 1)
    .join()
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => Array.from(line.split('|')[1]?.matchAll(/`(\w+)`/g) ?? [], ([, name]) => name));
  expect(documented).toEqual(Object.keys(events));
});
