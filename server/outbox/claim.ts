import type { ClaimTerms } from '../store/request-store.ts';
import type { Collecting } from './collecting.ts';
import type { OutboxParts } from './outbox.ts';
import { collective, type Shipment, single } from './shipment.ts';
import { terms } from './terms.ts';

/** Takes what is due from the store: a collective mail, or as many single ones as there are lanes. */
export function claimFor(parts: OutboxParts, flood: Collecting | undefined) {
  const { store, transport, compose, composeCollective, clock } = parts;
  const started = clock.elapsed();

  /** `underWay`: the requests whose mails are being sent. */
  return async (lanes: number, underWay: readonly number[]): Promise<Shipment[]> => {
    try {
      const owed = await claimTogether(underWay);
      return owed ? [owed] : await claimSingly(lanes, underWay);
    } catch {
      return []; // The store has logged it; the next poll asks again.
    }
  };

  async function claimTogether(underWay: readonly number[]): Promise<Shipment | undefined> {
    if (flood === undefined || composeCollective === undefined) {
      return undefined;
    }
    const assemble = flood.assemble();
    const owed = await store.claimCollective({ ...due(underWay), assemble, ...terms.collective.room });
    if (assemble !== 'nothing') {
      flood.collected(owed?.mails.length ?? 0, owed?.left ?? 0);
    }
    return owed && collective(owed, composeCollective);
  }

  async function claimSingly(lanes: number, underWay: readonly number[]): Promise<Shipment[]> {
    const atMost = Math.min(lanes, flood?.free(underWay.length) ?? lanes);
    if (atMost <= 0) {
      return [];
    }
    const owed = await store.claim({ ...due(underWay), atMost, collecting: flood !== undefined });
    return owed.map((mail) => single(mail, compose));
  }

  function due(underWay: readonly number[]): Omit<ClaimTerms, 'atMost'> {
    const now = clock.now();
    const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
    return {
      now,
      leaseEndsAt: after(terms.lease),
      underWay,
      farthestDue: after(terms.refusal.longest * (1 + terms.jitter)),
      includeFiled: transport.delivers,
      // Measured, not by the time of day: a clock that jumps must not try them over and over.
      parkedBefore: after(-Math.min(terms.parked, clock.elapsed() - started)),
    };
  }
}
