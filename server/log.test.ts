import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { events, lineOf, logLines } from './log.ts';
import { logOutput } from './log-output.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a line has the time, the level, the event and its facts', () => {
  vi.setSystemTime('2026-11-22T03:00:00Z');
  const lines: string[] = [];
  const log = logLines((line) => lines.push(line));
  log('request', { outcome: 'saved', status: 200 });
  log('limits_off');
  expect(lines).toEqual([
    '{"time":"2026-11-22T03:00:00.000Z","level":"info","event":"request","outcome":"saved","status":200}\n',
    `{"time":"2026-11-22T03:00:00.000Z","level":"warn","event":"limits_off","message":${JSON.stringify(events.limits_off.message)}}\n`,
  ]);
});

test('logs sixty rejections a minute and one count of the rest', () => {
  const lines: string[] = [];
  const log = logLines((line) => lines.push(line));
  for (let post = 0; post < 1_000; post += 1) {
    log('rejection', { status: 422, code: 'invalid' });
  }
  log('request', { status: 200 });
  expect(lines).toHaveLength(61);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(62);
  expect(JSON.parse(lines[61] ?? '')).toMatchObject({ event: 'lines_omitted', of: 'rejection', lines: 940 });
  log('rejection', { status: 422, code: 'invalid' });
  expect(lines).toHaveLength(63);
  vi.advanceTimersByTime(120_000);
  expect(lines).toHaveLength(63);
});

/** A file that can be full, or hang. */
function file() {
  let state: 'writable' | 'full' | 'hanging' = 'writable';
  let text = '';
  const { promise: awake, resolve: wake } = Promise.withResolvers<void>();
  const output = logOutput(async (more) => {
    if (state === 'full') throw new Error('ENOSPC');
    if (state === 'hanging') await awake;
    text += more;
  });
  return {
    output,
    become: (next: typeof state) => {
      state = next;
      if (next === 'writable') wake();
    },
    text: () => text,
  };
}

test('drops lines that cannot be written, and logs the count once writing works again', async () => {
  const { output, become, text } = file();
  become('full');
  for (const line of ['1\n', '2\n', '3\n']) {
    output.write(line);
    await turn();
  }
  become('writable');
  output.write('4\n');
  await turn();
  output.write('5\n');
  await turn();
  const [notice = '', ...rest] = text().split('\n');
  expect(JSON.parse(notice)).toMatchObject({ event: 'log_lines_dropped', level: 'warn', lines: 3 });
  expect(rest).toEqual(['4', '5', '']);
});

test('a stalled reader blocks nothing and does not fill the memory', async () => {
  const { output, become, text } = file();
  become('hanging');
  const line = `${'x'.repeat(999)}\n`;
  for (let count = 0; count < 5_000; count += 1) {
    output.write(line);
  }
  await turn();
  become('writable');
  await turn();
  output.write('last\n');
  await turn();
  expect(text().length).toBeLessThan(1_002_000);
  expect(text()).toMatch(/"event":"log_lines_dropped".*"lines":\d+/);
  expect(text().endsWith('last\n')).toBe(true);
});

test('a flush ends when everything is written or it times out', async () => {
  vi.useRealTimers();
  const { output, become } = file();
  output.write('1\n');
  expect(await output.flush(1_000)).toBe(true);
  become('hanging');
  output.write('2\n');
  expect(await output.flush(20)).toBe(false);
  become('writable');
  expect(await output.flush(1_000)).toBe(true);
});

test.each([
  ['login refused', 'warn'],
  ['unreachable', 'warn'],
  ['deferred', 'info'],
  ['accepted', 'info'],
])('an email that is "%s" is logged as %s', (outcome, level) => {
  expect(JSON.parse(lineOf('mail', { outcome, cause: 'its name is unknown' }))).toMatchObject({
    level,
    cause: 'its name is unknown',
  });
});

test('docs/running.md lists every event, and no other', () => {
  const documented = readFileSync('docs/running.md', 'utf8')
    .split('## Log')[1]
    ?.split('\n## ', 1)
    .join()
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => Array.from(line.split('|')[1]?.matchAll(/`(\w+)`/g) ?? [], ([, name]) => name));
  expect(documented).toEqual(Object.keys(events));
});
