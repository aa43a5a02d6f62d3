// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { exampleBoard } from '../../tests/support/example-board.ts';
import { undoTake } from './actions.tsx';

test('Undo names the time when the request was taken', () => {
  const reference = 'K8MWPD';
  const taken = '2026-11-28T07:30:00Z';
  expect(undoTake(reference)(exampleBoard)).toEqual({ action: 'give_back', reference, taken });
});
