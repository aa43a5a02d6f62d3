// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { words } from '../../content/words/index.ts';
import { facts } from '../facts.ts';
import { Toast } from './Toast.tsx';

const { outcome } = words.en;
const onClose = vi.fn();
let root: Root;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.innerHTML = '<main></main><div id="toast-sent"></div><div id="toast-failed"></div>';
  root = createRoot(document.querySelector('main') as Element);
});

afterEach(async () => {
  await act(() => root.unmount());
  onClose.mockReset();
  vi.useRealTimers();
});

const show = (kind: 'sent' | 'failed') =>
  act(() => root.render(<Toast outcome={kind} words={outcome} onClose={onClose} />));
const dispatch = (type: string) =>
  act(() => document.querySelector('.toast')?.dispatchEvent(new Event(type, { bubbles: true })));
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test('a success disappears ten seconds after the last hover or focus', async () => {
  await show('sent');
  expect(document.getElementById('toast-sent')?.textContent).toContain(outcome.sent.description);
  await wait(9_000);
  for (const [begin, end] of [
    ['pointerover', 'pointerout'],
    ['focusin', 'focusout'],
  ] as const) {
    await dispatch(begin);
    await wait(60_000);
    await dispatch(end);
    await wait(9_999);
  }
  expect(onClose).not.toHaveBeenCalled();
  await wait(1);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('an error stays until its button or Escape closes it', async () => {
  await show('failed');
  const region = document.getElementById('toast-failed');
  expect(region?.textContent).toContain(outcome.failed.title);
  expect(region?.querySelector('span')?.textContent).toBe(facts.phone);
  await wait(600_000);
  expect(onClose).not.toHaveBeenCalled();
  await act(() => region?.querySelector('button')?.click());
  await act(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('the toast ignores Escape and waits while a dialog is open', async () => {
  const dialog = document.createElement('dialog');
  document.body.append(dialog);
  dialog.showModal();
  await show('sent');
  const pressEscape = () => act(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
  await pressEscape();
  await wait(60_000);
  expect(onClose).not.toHaveBeenCalled();
  await act(() => dialog.close());
  await wait(9_999);
  expect(onClose).not.toHaveBeenCalled();
  await wait(1);
  expect(onClose).toHaveBeenCalledTimes(1);
  await pressEscape();
  expect(onClose).toHaveBeenCalledTimes(2);
});
