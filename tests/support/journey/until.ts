import { vi } from 'vitest';
import { limits } from '../../../scripts/time-limits.mjs';

/** Whether a condition becomes true in time. Errors count as false, because the page may be loading. */
export const until = (isTrue: () => Promise<boolean>): Promise<boolean> =>
  vi
    .waitUntil(() => isTrue().catch(() => false), { timeout: limits.awaited, interval: 100 })
    .catch(() => false);
