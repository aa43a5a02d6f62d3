import { type Dashboard, dispatchKeyHeader, type OwnerAction } from '../../contract/dispatch.ts';
import { dispatchPath } from '../../contract/function-paths.ts';
import type { RequestStore } from '../../server/store/request-store.ts';

interface Owner {
  name?: string;
  firstName?: string;
  /** The recipient whose alarms this phone gets. */
  recipient?: string;
}

/** Pairs a phone with a server, and returns the phone's calls. */
export async function pairPhone(
  { url, store }: { url: string; store: Pick<RequestStore, 'createPairing'> },
  { name = "Alex's phone", firstName = 'Alex', recipient }: Owner = {},
) {
  const { token } = await store.createPairing();
  const { key } = await call<{ key: string }>({}, { action: 'pair', token, name, firstName, recipient });
  const headers = { [dispatchKeyHeader]: key };

  return {
    dashboard: () => call<Dashboard>(headers),
    /** Carries out an action and returns the dashboard. Throws if the server refuses. */
    act: (action: OwnerAction) => call<Dashboard>(headers, action),
    /** Posts any body and returns the response's status. */
    statusOf: async (body: object) => (await ask(headers, body)).status,
  };

  function ask(headers: Record<string, string>, body?: object): Promise<Response> {
    return fetch(url + dispatchPath, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async function call<Body>(headers: Record<string, string>, body?: object): Promise<Body> {
    const response = await ask(headers, body);
    if (!response.ok) {
      throw new Error(`${dispatchPath} answers ${response.status}: ${await response.text()}`);
    }
    return (await response.json()) as Body;
  }
}
