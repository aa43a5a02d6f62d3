import { expect, test, vi } from 'vitest';
import type { Coordinates } from '../../content/service-areas.ts';
import { isInOurStates } from './in-our-states.ts';

// A city on the border of its state.
vi.mock('../../content/service-areas.ts', () => ({
  serviceAreas: [{ state: 'MO', city: 'Kansas City', averageMinutes: 30, towns: ['Olathe', 'Liberty'] }],
}));

test.each([
  ['Springfield, at the other end of our state', [-93.29, 37.21], true],
  ['Lawrence, in the next state but a short drive from Olathe', [-95.24, 38.97], true],
  ['Topeka', [-95.68, 39.05], false],
  ['Wichita', [-97.34, 37.69], false],
  ['Fort Scott, eight miles beyond the line', [-94.77, 37.84], false],
] as const)('%s', (_, at, isOurs) => {
  expect(isInOurStates(at as Coordinates)).toBe(isOurs);
});
