// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { exampleDashboard } from '../../tests/support/example-dashboard.ts';
import { describeError, describeGiveBack, describeUndo, undoTake } from './actions.tsx';
import { DispatchError } from './dispatch-client.ts';

test('Undo names the time when the request was taken', () => {
  const reference = 'K8MWPD';
  const taken = '2026-11-28T07:30:00Z';
  expect(undoTake(reference)(exampleDashboard)).toEqual({ action: 'give_back', reference, taken });
});

test("the message about a failed test ring has the phone's exact name", () => {
  const sentence = describeError(new DispatchError('not_rung'), '2026-11-28T07:30:00Z', "Alex's {phone}");
  expect(sentence).toMatch(/^Alex's {phone}: the paging service/);
});

test.each([
  { state: 'ringing', sentence: dispatchWords.confirmations.give_back },
  { state: 'received', sentence: dispatchWords.confirmations.give_back_quiet },
] as const)(
  'the confirmation of a request given back says whether phones ring: $state',
  ({ state, sentence }) => {
    const undo = describeUndo({ action: 'give_back', reference: 'K8MWPD' });
    expect(undo).toBe(describeGiveBack);
    expect(describeGiveBack({ state })).toBe(sentence);
  },
);
