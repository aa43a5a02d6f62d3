import { expect, test } from 'vitest';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { mailServerState } from './mail-server-state.ts';
import { options } from './options.ts';

test('attempts that fail at the same time count as one failure', () => {
  const clock = fakeClock();
  const mailServer = mailServerState(clock, () => 0);
  for (let attempt = 0; attempt < options.concurrency; attempt += 1) mailServer.observe('unreachable');
  expect(mailServer.isOpen()).toBe(false);
  expect(mailServer.concurrency()).toBe(1);
  clock.advance(options.connection.first);
  expect(mailServer.isOpen()).toBe(true);
});
