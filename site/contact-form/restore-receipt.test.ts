// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { updateReceipt } from '../request/request-token.ts';
import { createFormStore } from './form-store.ts';
import { receiptKey } from './receipt-key.ts';
import { restoreReceipt } from './restore-receipt.ts';

const receipt = { reference: '7KQ2MA', statusToken: '7KQ2MAsecret', time: Date.now() };
const hour = 60 * 60_000;

beforeEach(() => {
  document.body.innerHTML = '<div><input></div>';
});
afterEach(() => sessionStorage.clear());

/** Opens a form in a tab that has stored this, and returns its phase. */
function open(stored: unknown, isFocused = false) {
  sessionStorage.setItem(receiptKey, JSON.stringify(stored));
  const store = createFormStore(() => sessionStorage);
  const fields = document.querySelector('div') as HTMLElement;
  if (isFocused) {
    fields.querySelector('input')?.focus();
  }
  restoreReceipt(store, fields);
  return store.get().phase;
}

test('a recent receipt is shown again', () => {
  expect(open(receipt)).toMatchObject({ name: 'sent', sent: { receipt }, isRestored: true });
});

test.each([
  { what: 'from yesterday', stored: { ...receipt, time: Date.now() - 13 * hour } },
  { what: 'without a time', stored: { reference: '7KQ2MA' } },
  { what: 'of another shape', stored: { sent: receipt } },
  { what: 'that is a text', stored: 'sent' },
])('a receipt $what is not shown', ({ stored }) => {
  expect(open(stored)).toEqual({ name: 'idle' });
});

test('the fields stay while the visitor uses them', () => {
  expect(open(receipt, true)).toEqual({ name: 'idle' });
});

test('sending removes the old receipt, and success stores the new one', () => {
  sessionStorage.setItem(receiptKey, JSON.stringify(receipt));
  const store = createFormStore(() => sessionStorage);
  const attempt = Symbol('attempt');
  const { draft } = store.get();
  store.dispatch({ type: 'sendingStarted', attempt, draft, fields: {} as never });
  expect(sessionStorage.getItem(receiptKey)).toBeNull();
  const next = { ...receipt, reference: 'K8MWPD' };
  store.dispatch({ type: 'accepted', attempt, receipt: next });
  expect(JSON.parse(sessionStorage.getItem(receiptKey) ?? '')).toEqual(next);
});

test('Back does not bring back a receipt that the status page has removed', () => {
  const store = createFormStore(() => sessionStorage);
  const attempt = Symbol('attempt');
  store.dispatch({ type: 'sendingStarted', attempt, draft: store.get().draft, fields: {} as never });
  store.dispatch({ type: 'accepted', attempt, receipt });
  store.restoreSaved();
  expect(store.get().phase.name).toBe('sent');
  updateReceipt('7KQ2MA', {});
  store.restoreSaved();
  expect(store.get().phase.name).toBe('idle');
  expect(sessionStorage.getItem(receiptKey)).toBeNull();
});

test("another request's end does not remove the receipt", () => {
  sessionStorage.setItem(receiptKey, JSON.stringify(receipt));
  updateReceipt('K8MWPD', {});
  expect(sessionStorage.getItem(receiptKey)).not.toBeNull();
});

test('the receipt comes back if the driver undoes the cancellation', () => {
  const stored = JSON.stringify(receipt);
  sessionStorage.setItem(receiptKey, stored);
  updateReceipt('7KQ2MA', { canUndoCancellation: true });
  updateReceipt('K8MWPD', { isOpen: true });
  expect(sessionStorage.getItem(receiptKey)).toBeNull();
  updateReceipt('7KQ2MA', { isOpen: true });
  expect(sessionStorage.getItem(receiptKey)).toBe(stored);
});

test('deleting a request also deletes its receipt from the tab', () => {
  sessionStorage.setItem(receiptKey, JSON.stringify(receipt));
  updateReceipt('7KQ2MA', { canUndoCancellation: true });
  updateReceipt('7KQ2MA', {});
  expect(Object.values(sessionStorage).join()).not.toContain('7KQ2MA');
});
