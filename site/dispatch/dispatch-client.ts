import { PUBLIC_FUNCTIONS_KEY, PUBLIC_FUNCTIONS_URL } from 'astro:env/client';
import {
  type Board,
  dispatchKeyHeader,
  dispatchName,
  type ListedRequest,
  type OpenedAnswer,
  type OpenedRequest,
  type OwnerAction,
  type PairingAction,
  type TakeByLink,
} from '../../contract/dispatch.ts';

/** An answer that takes longer counts as none. */
const answerMilliseconds = 12_000;

/** An early answer that waited longer, in milliseconds, may no longer be true. */
const earlyAnswerLasts = 10_000;

/** What the function refused, or 'offline' without an answer. Nothing is sent again by itself: a late action would be false. */
export class DispatchError extends Error {
  code: string;
  /** With `already_taken`: who was first. */
  current: Partial<ListedRequest>;

  constructor(code: string, current: Partial<ListedRequest> = {}) {
    super(code);
    this.code = code;
    this.current = current;
  }
}

export type DispatchClient = ReturnType<typeof createDispatchClient>;

/** The calls of Dispatch. Each throws a `DispatchError`. `key`: of this phone, once it is paired. */
export function createDispatchClient(key = '') {
  let etag: string | null = null;
  let askAgain = 10;
  let early: { askedAt: number; answer: Promise<Response> } | undefined;

  return {
    /** Asks for the first board before anything can show it. `board` takes the answer. */
    askEarly(): void {
      early = { askedAt: performance.now(), answer: call('GET', '') };
      // `board` reports a failure. If nobody calls `board`, nobody needs the report.
      early.answer.catch(() => undefined);
    },
    /** `board`: undefined if nothing has changed since the last call. `askAgain`: seconds until the next question. */
    async board(): Promise<{ board: Board | undefined; askAgain: number }> {
      const response = await (takeEarlyAnswer() ?? call('GET', '', etag ? { 'if-none-match': etag } : {}));
      if (response.status === 304) {
        return { board: undefined, askAgain };
      }
      const board = await readJson<Board>(response);
      etag = response.headers.get('etag');
      askAgain = board.askAgain;
      return { board, askAgain };
    },
    /** Makes the next answer a whole board. */
    forgetBoard(): void {
      etag = null;
    },
    async open(reference: string): Promise<OpenedRequest> {
      const answer: OpenedAnswer = await readJson(await call('GET', `?reference=${reference}`));
      return answer.request;
    },
    async act(action: OwnerAction): Promise<Board> {
      // The answer is the board, so the next question must not be answered with "unchanged since before".
      etag = null;
      return readJson(await post(action));
    },
    async makeLink(): Promise<{ token: string; expiresAt: string }> {
      return readJson(await post({ action: 'make_link' }));
    },
    async checkLink(token: string): Promise<{ expiresAt: string; recipients: string[] }> {
      return readJson(await post({ action: 'check_link', token }));
    },
    async pair(
      details: Omit<Extract<PairingAction, { action: 'pair' }>, 'action'>,
    ): Promise<{ key: string }> {
      return readJson(await post({ action: 'pair', ...details }));
    },
    async emailLink(): Promise<void> {
      await post({ action: 'email_link' });
    },
    async takeByLink(action: TakeByLink): Promise<{ request: ListedRequest }> {
      return readJson(await post(action));
    },
  };

  function takeEarlyAnswer(): Promise<Response> | undefined {
    const taken = early;
    early = undefined;
    return taken && performance.now() - taken.askedAt < earlyAnswerLasts ? taken.answer : undefined;
  }

  function post(body: OwnerAction | PairingAction | TakeByLink): Promise<Response> {
    return call('POST', '', { 'content-type': 'application/json' }, JSON.stringify(body));
  }

  async function call(
    method: 'GET' | 'POST',
    query: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<Response> {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), answerMilliseconds);
    const response = await fetch(`${PUBLIC_FUNCTIONS_URL}/${dispatchName}${query}`, {
      method,
      headers: {
        apikey: PUBLIC_FUNCTIONS_KEY,
        authorization: `Bearer ${PUBLIC_FUNCTIONS_KEY}`,
        ...(key && { [dispatchKeyHeader]: key }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: giveUp.signal,
    }).catch(() => {
      throw new DispatchError('offline');
    });
    clearTimeout(timer);
    if (!response.ok && response.status !== 304) {
      const problem = await response.json().catch(() => ({}));
      throw new DispatchError(Object(problem).code ?? 'offline', Object(problem).current);
    }
    return response;
  }

  /** A captive portal may answer with a page of its own. */
  async function readJson<Value>(response: Response): Promise<Value> {
    try {
      return (await response.json()) as Value;
    } catch {
      throw new DispatchError('offline');
    }
  }
}
