import type { Clock } from '../clock.ts';
import { allowance } from './allowance.ts';

/** What one address may do. Ten requests are a busy yard; a hundred posts a minute are no person. */
const terms = {
  accepted: { most: 10, within: 10 * 60_000 },
  posts: { most: 100, within: 60_000 },
};

type Allowance = Pick<ReturnType<typeof allowance>, 'take' | 'giveBack'>;

export interface AddressLimits {
  /** Posts of any kind, refused ones too. */
  posts: Allowance;
  /** Posts that became a request. */
  accepted: Allowance;
}

export function addressLimits(clock: Clock): AddressLimits {
  return { posts: allowance(terms.posts, clock), accepted: allowance(terms.accepted, clock) };
}

const unlimited: Allowance = { take: () => undefined, giveBack: () => undefined };

/** For load and browser tests, which post from one address. */
export const noAddressLimits: AddressLimits = { posts: unlimited, accepted: unlimited };
