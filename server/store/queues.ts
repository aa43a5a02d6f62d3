import type { ClaimDigestOptions, ClaimOptions } from './request-store.ts';

/** The outbox queues that individual emails are claimed from, in order. */
export const queuesOfClaim: Record<ClaimOptions['which'], readonly string[]> = {
  everything: ['open', 'by itself', 'digest', 'honeypot'],
  'not in digests': ['open', 'by itself'],
  'by itself': ['by itself'],
};

/** The outbox queues that a new digest takes requests from. */
export const queuesOfDigest: Record<ClaimDigestOptions['assemble'], readonly string[]> = {
  nothing: [],
  honeypot: ['honeypot'],
  all: ['open', 'honeypot'],
};
