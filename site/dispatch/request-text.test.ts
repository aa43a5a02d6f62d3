// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { exampleBoard } from '../../tests/support/example-board.ts';

document.body.innerHTML = '<div id="dispatch" data-time-zone="America/Chicago"></div>';
const { progressText } = await import('./request-text.ts');

/** What a request of the example board says. */
function textOf(reference: string, changes = {}) {
  const found = [...exampleBoard.open, ...exampleBoard.ended].find((one) => one.reference === reference);
  if (!found) {
    throw new Error(`The example has no request ${reference}.`);
  }
  return progressText({ ...found, ...changes }, exampleBoard.now);
}

test('an untaken request says how often phones rang', () => {
  expect(textOf('7KQ2MA')).toBe('Phones rung 3 times since 2:06 AM. Next at 8:00 AM.');
});

test('a taken request says who has it, and what the driver sees', () => {
  expect(textOf('K8MWPD')).toBe('Taken by Ben at 1:30 AM.');
  expect(textOf('QW3RTY')).toBe('Taken by Ben at 1:30 AM. The driver sees about 1:52 AM.');
});

test('a request that has ended says how and when', () => {
  expect(textOf('CNC234', { endedAt: exampleBoard.now })).toBe('Canceled at 2:12 AM.');
});
