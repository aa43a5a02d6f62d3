/** Loaded with each test file. Its last test's stubs must not affect the next file's imports. */
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.unstubAllGlobals();
});
