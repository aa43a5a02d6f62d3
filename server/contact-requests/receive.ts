import type { Handler } from 'hono';
import type { Language } from '../../content/languages.ts';
import { readContactRequest } from '../../contract/contact-request.ts';
import type { AddressLimits } from '../address-limits/address-limits.ts';
import type { Caller } from '../address-limits/caller.ts';
import type { Clock } from '../clock.ts';
import type { Facts, Log } from '../log.ts';
import { type PostedRequest, type RequestStore, StoreUnavailable } from '../store/request-store.ts';
import { acceptedAnswer, refusedAnswer } from './answers.ts';
import { requireBodyType } from './body-types.ts';
import { fellForHoneypot } from './honeypot.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { checkOrigin } from './origins.ts';
import { readBody } from './read-body.ts';
import { Refusal } from './refusal.ts';
import { visitorLanguage } from './visitor-language.ts';

export interface ReceiveParts {
  store: RequestStore;
  /** Called when a mail has become due. */
  onKept(): void;
  allowedOrigins: readonly string[];
  caller: Caller;
  limits: AddressLimits;
  clock: Clock;
  log: Log;
}

/** Takes one posted request, or refuses it. What is answered with 200 is on the disk. */
export function receive(parts: ReceiveParts): Handler {
  return async (c) => {
    const began = parts.clock.elapsed();
    const language = visitorLanguage(c);
    const address = parts.caller(c);
    let sent: Record<string, unknown> = {};
    try {
      takeOrRefuse(parts.limits.posts, address);
      checkOrigin(c.req.raw.headers, parts.allowedOrigins);
      sent = await readSent(c.req.raw);
      const posted = readPosted(sent, c.req.raw.headers, language, parts.clock.now());
      const kept = await keepWithinLimit(parts, posted, address);
      parts.onKept();
      const answer = acceptedAnswer(c, language, kept.reference);
      log(kept.outcome, {
        status: answer.status,
        reference: kept.reference,
        ...(posted.trapped && { honeypot: true }),
      });
      return answer;
    } catch (error) {
      const refusal = asRefusal(error);
      log('refused', { status: refusal.kind.status, code: refusal.code });
      return refusedAnswer(c, language, refusal, sent);
    }

    function log(outcome: string, facts: Facts): void {
      parts.log('request', { outcome, ...facts, ms: Math.round(parts.clock.elapsed() - began) });
    }
  };
}

async function readSent(request: Request): Promise<Record<string, unknown>> {
  const type = requireBodyType(request.headers);
  return type.read(await readBody(request), request.headers.get('Content-Type') ?? '');
}

function readPosted(
  sent: Record<string, unknown>,
  headers: Headers,
  language: Language,
  receivedAt: Date,
): PostedRequest {
  const idempotencyKey = readIdempotencyKey(headers);
  const result = readContactRequest(sent);
  if ('problems' in result) {
    throw new Refusal('invalid', { problems: result.problems });
  }
  const trapped = fellForHoneypot(sent);
  return { fields: result.request, language, receivedAt, idempotencyKey, trapped };
}

/** Counted before the store is asked, so that a hundred posts at once are not all let through. */
async function keepWithinLimit({ store, limits }: ReceiveParts, posted: PostedRequest, address: string) {
  takeOrRefuse(limits.accepted, address);
  let isNew = false;
  try {
    const kept = await store.keep(posted);
    if (kept.outcome === 'mismatch') {
      throw new Refusal('idempotency_mismatch');
    }
    isNew = kept.outcome === 'kept';
    return kept;
  } finally {
    if (!isNew) {
      limits.accepted.giveBack(address);
    }
  }
}

function takeOrRefuse(allowance: AddressLimits['posts'], address: string): void {
  const retryAfter = allowance.take(address);
  if (retryAfter !== undefined) {
    throw new Refusal('slow_down', { retryAfter });
  }
}

/** Any other error is a fault of ours and goes on to the application's own handler. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof StoreUnavailable) {
    return new Refusal('unavailable');
  } else if (error instanceof Refusal) {
    return error;
  } else {
    throw error;
  }
}
