import type { ClaimDigestOptions, ClaimOptions } from './request-store.ts';

/** The queues of the outbox that emails of their own come from, in the order in which they are served. */
export const queuesOfClaim: Record<ClaimOptions['which'], readonly string[]> = {
  everything: ['open', 'by itself', 'digest', 'honeypot'],
  'not in digests': ['open', 'by itself'],
  'by itself': ['by itself'],
};

/** The queues that a new digest is made from. */
export const queuesOfDigest: Record<ClaimDigestOptions['assemble'], readonly string[]> = {
  nothing: [],
  honeypot: ['honeypot'],
  all: ['open', 'honeypot'],
};
