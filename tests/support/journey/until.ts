import { vi } from 'vitest';
import { limits } from '../../../scripts/time-limits.mjs';

/** Waits for a condition. Returns false if that takes too long. Errors count as false, because the page may be loading. */
export const until = (isTrue: () => Promise<boolean>): Promise<boolean> =>
  vi
    .waitUntil(() => isTrue().catch(() => false), { timeout: limits.awaited, interval: 100 })
    .catch(() => false);
