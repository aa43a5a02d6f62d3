// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { exampleBoard } from '../../tests/support/example-board.ts';

document.body.innerHTML = '<div id="dispatch" data-time-zone="America/Chicago"></div>';
const { progressText, stateText } = await import('./request-text.ts');

/** A request of the example board. */
function find(reference: string) {
  const found = [...exampleBoard.open, ...exampleBoard.ended].find((one) => one.reference === reference);
  if (!found) {
    throw new Error(`The example has no request ${reference}.`);
  }
  return found;
}

/** What it says. */
const textOf = (reference: string, changes = {}) =>
  progressText({ ...find(reference), ...changes }, exampleBoard.now);

test('an untaken request says how often phones rang', () => {
  expect(textOf('7KQ2MA')).toBe('Phones rung 3 times since 2:06 AM. Next at 8:00 AM.');
});

test('a taken request says who has it, and what the driver was told', () => {
  expect(textOf('K8MWPD')).toBe('Taken by Ben at 1:30 AM.');
  expect(textOf('QW3RTY')).toBe('Taken by Ben at 1:30 AM. The driver was told: about 1:52 AM.');
});

test('a request whose next ring is due says so', () => {
  const rung = { ...find('7KQ2MA').rung, nextAt: undefined };
  expect(textOf('7KQ2MA', { rung })).toBe(
    'Phones rung 3 times since 2:06 AM. The next ring is due. A phone that rang often waits up to 8 minutes.',
  );
});

test('nobody reads that phones ring before one has rung', () => {
  expect(textOf('7KQ2MA', { rung: undefined })).toBe('No phone has rung yet.');
  expect(stateText({ ...find('7KQ2MA'), rung: undefined }, exampleBoard.now).text).toBe('Not rung yet');
});

test('a request that has ended says how and when', () => {
  expect(textOf('CNC234', { endedAt: exampleBoard.now })).toBe('Canceled at 2:12 AM.');
  expect(textOf('CNC234', { state: 'closed', endedAt: exampleBoard.now })).toBe(
    'Closed at 2:12 AM, not a customer.',
  );
});
