import { vi } from 'vitest';
import { testTimeLimits } from '../../../scripts/time-limits.mjs';

/**
 * Waits for a condition. Returns false if that takes too long. Errors count as false, because the page may be loading.
 */
export const until = (isTrue: () => Promise<boolean>): Promise<boolean> =>
  vi
    .waitUntil(() => isTrue().catch(() => false), { timeout: testTimeLimits.awaited, interval: 100 })
    .catch(() => false);
