import type { Handler } from 'hono';
import type { Language } from '../../content/languages.ts';
import { readContactRequest } from '../../contract/contact-request.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { type RequestStore, StoreUnavailable } from '../store/request-store.ts';
import { acceptedAnswer, refusedAnswer } from './answers.ts';
import { requireBodyType } from './body-types.ts';
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
  clock: Clock;
  log: Log;
}

/** Takes one posted request, or refuses it. What is answered with 200 is on the disk. */
export function receive(parts: ReceiveParts): Handler {
  return async (c) => {
    const began = parts.clock.elapsed();
    const language = visitorLanguage(c);
    let sent: Record<string, unknown> = {};
    try {
      checkOrigin(c.req.raw.headers, parts.allowedOrigins);
      sent = await readSent(c.req.raw);
      const kept = await keep(parts, sent, c.req.raw.headers, language);
      parts.onKept();
      const answer = acceptedAnswer(c, language, kept.reference);
      log(kept.outcome, { status: answer.status, reference: kept.reference });
      return answer;
    } catch (error) {
      const refusal = asRefusal(error);
      log('refused', { status: refusal.kind.status, code: refusal.code });
      return refusedAnswer(c, language, refusal, sent);
    }

    function log(outcome: string, facts: Record<string, string | number>): void {
      parts.log('request', { outcome, ...facts, ms: Math.round(parts.clock.elapsed() - began) });
    }
  };
}

async function readSent(request: Request): Promise<Record<string, unknown>> {
  const type = requireBodyType(request.headers);
  return type.read(await readBody(request), request.headers.get('Content-Type') ?? '');
}

async function keep(
  { store, clock }: ReceiveParts,
  sent: Record<string, unknown>,
  headers: Headers,
  language: Language,
) {
  const idempotencyKey = readIdempotencyKey(headers);
  const result = readContactRequest(sent);
  if ('problems' in result) {
    throw new Refusal('invalid', result.problems);
  }
  const kept = await store.keep({
    fields: result.request,
    language,
    receivedAt: clock.now(),
    idempotencyKey,
  });
  if (kept.outcome === 'mismatch') {
    throw new Refusal('idempotency_mismatch');
  }
  return kept;
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
