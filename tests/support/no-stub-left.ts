/** Loaded with each test file: what its last test stubbed must not meet the imports of the next file. */
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.unstubAllGlobals();
});
