import { PUBLIC_FUNCTIONS_KEY, PUBLIC_FUNCTIONS_URL } from 'astro:env/client';
import {
  type AlarmLinkAction,
  type Dashboard,
  type DashboardRequest,
  type DetailsResponse,
  dispatchKeyHeader,
  dispatchName,
  type LinkedRequest,
  type OwnerAction,
  type PairingAction,
  type RequestDetails,
} from '../../contract/dispatch.ts';

/** How long a response may take, with its body. */
const responseTimeout = 12_000;

/** Maximum age of a prefetched response. An older response may be out of date. */
const maxPrefetchedAge = 10_000;

/** An error from the endpoint. Its code is `offline` if no usable response arrived. */
export class DispatchError extends Error {
  code: string;
  /** The current request, if the code is `already_taken` or `closed`. */
  current: Partial<DashboardRequest>;

  constructor(code: string, current: Partial<DashboardRequest> = {}) {
    super(code);
    this.code = code;
    this.current = current;
  }
}

export type DispatchClient = ReturnType<typeof createDispatchClient>;

/** Creates the calls to Dispatch's endpoint. Each call may throw a `DispatchError`. `key` is a paired phone's key. */
export function createDispatchClient(key = '') {
  let etag: string | null = null;
  let askAgain = 10;
  let prefetched: { askedAt: number; response: Promise<Response> } | undefined;

  return {
    /**
     * Requests the first dashboard before anything can show it. `readDashboard` then uses the response, unless it is
     * too old.
     */
    prefetchDashboard(): void {
      prefetched = { askedAt: performance.now(), response: call('GET', '') };
      // Prevents an unhandled rejection. If `readDashboard` uses this response, it reports the failure.
      prefetched.response.catch(() => undefined);
    },
    /**
     * Reads the dashboard. `dashboard` is undefined if nothing important has changed since the last dashboard.
     * `askAgain` is the number of seconds until the next call.
     */
    async readDashboard(): Promise<{ dashboard: Dashboard | undefined; askAgain: number }> {
      const response = await (takePrefetchedResponse() ??
        call('GET', '', etag ? { 'if-none-match': etag } : {}));
      if (response.status === 304) {
        return { dashboard: undefined, askAgain };
      }
      const dashboard = await readJson<Dashboard>(response);
      etag = response.headers.get('etag');
      askAgain = dashboard.askAgain;
      return { dashboard, askAgain };
    },
    /** Makes the next response contain the complete dashboard, even if nothing has changed. */
    forgetDashboard(): void {
      etag = null;
    },
    async readRequest(reference: string): Promise<RequestDetails> {
      const details: DetailsResponse = await readJson(await call('GET', `?reference=${reference}`));
      return details.request;
    },
    async act(action: OwnerAction): Promise<Dashboard> {
      // The ETag belongs to the dashboard before this action.
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
    async callAlarmLink(action: AlarmLinkAction): Promise<{ request: LinkedRequest }> {
      return readJson(await post(action));
    },
  };

  function takePrefetchedResponse(): Promise<Response> | undefined {
    const taken = prefetched;
    prefetched = undefined;
    const isRecent = taken && performance.now() - taken.askedAt < maxPrefetchedAge;
    return isRecent ? taken.response : undefined;
  }

  function post(body: OwnerAction | PairingAction | AlarmLinkAction): Promise<Response> {
    return call('POST', '', { 'content-type': 'application/json' }, JSON.stringify(body));
  }

  async function call(
    method: 'GET' | 'POST',
    query: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<Response> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), responseTimeout);
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
      signal: controller.signal,
    })
      // Read the body before the time is up, because a dead connection may stall in the middle of it.
      .then(async (head) => new Response(head.status === 304 ? null : await head.arrayBuffer(), head))
      .catch(() => {
        throw new DispatchError('offline');
      })
      .finally(() => clearTimeout(timer));
    if (!response.ok && response.status !== 304) {
      const problem = await response.json().catch(() => ({}));
      throw new DispatchError(Object(problem).code ?? 'offline', Object(problem).current);
    }
    return response;
  }

  /** Reads a response's JSON. A captive portal may respond with a page instead, which counts as offline. */
  async function readJson<Value>(response: Response): Promise<Value> {
    try {
      return (await response.json()) as Value;
    } catch {
      throw new DispatchError('offline');
    }
  }
}
