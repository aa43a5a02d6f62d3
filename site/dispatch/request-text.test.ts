// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { exampleDashboard } from '../../tests/support/example-dashboard.ts';

// page-facts.ts reads the document once, perhaps for an earlier test file of this worker.
vi.resetModules();
document.body.innerHTML = '<div id="dispatch" data-time-zone="America/Chicago"></div>';
const { describeProgress, describeState } = await import('./request-text.ts');

/** Finds a request on the example dashboard. */
function find(reference: string) {
  const found = [...exampleDashboard.open, ...exampleDashboard.ended].find(
    (request) => request.reference === reference,
  );
  if (!found) {
    throw new Error(`The example has no request ${reference}.`);
  }
  return found;
}

const formatProgress = (reference: string, changes = {}) =>
  describeProgress({ ...find(reference), ...changes }, exampleDashboard.now);

test('an untaken request shows its number of rings', () => {
  expect(formatProgress('7KQ2MA')).toBe('The phones have rung 3 times since 2:06 AM. Next at 8:00 AM.');
});

test('a taken request shows the name and the promised time', () => {
  expect(formatProgress('K8MWPD')).toBe('Taken by Ben at 1:30 AM.');
  expect(formatProgress('QW3RTY')).toBe("Taken by Ben at 1:30 AM. The driver's page says: about 1:52 AM.");
});

test('a request shows that its next ring is due', () => {
  const rung = { ...find('7KQ2MA').rung, nextAt: undefined };
  expect(formatProgress('7KQ2MA', { rung })).toBe(
    'The phones have rung 3 times since 2:06 AM. The next ring is due. A phone that has rung several times may wait up to 8 minutes.',
  );
});

test('a request does not claim that phones ring before one has', () => {
  expect(formatProgress('7KQ2MA', { rung: undefined })).toBe('No phone has rung yet.');
  expect(describeState({ ...find('7KQ2MA'), rung: undefined }, exampleDashboard.now).text).toBe(
    'Not rung yet',
  );
});

test('an ended request shows how and when it ended', () => {
  expect(formatProgress('CNC234', { endedAt: exampleDashboard.now })).toBe('Canceled at 2:12 AM.');
  expect(formatProgress('CNC234', { state: 'closed', endedAt: exampleDashboard.now })).toBe(
    'Closed at 2:12 AM (not a customer).',
  );
});
