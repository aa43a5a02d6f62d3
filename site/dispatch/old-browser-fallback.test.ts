// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

/** The page before Dispatch starts. In browsers where Dispatch can't start, nothing replaces it. */
const served = `
  <p id="loading">Loading…</p>
  <p id="too-old" hidden>Update this browser.</p>
  <form id="plain-link" hidden><input name="token"></form>`;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  document.body.innerHTML = served;
});

async function waitForDispatch(hash: string) {
  location.hash = hash;
  await import('./old-browser-fallback.ts');
  dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
}

const isHidden = (id: string) => document.getElementById(id)?.hidden;

test('a browser that is too old for Dispatch shows instructions', async () => {
  await waitForDispatch('#requests');
  expect({ loading: isHidden('loading'), tooOld: isHidden('too-old') }).toEqual({
    loading: true,
    tooOld: false,
  });
  expect(isHidden('plain-link')).toBe(true);
});

test("a browser that is too old for Dispatch can still use an alarm's link", async () => {
  await waitForDispatch('#take=7KQ2MAabc');
  expect(isHidden('plain-link')).toBe(false);
  expect(document.querySelector('input')?.value).toBe('7KQ2MAabc');
});
