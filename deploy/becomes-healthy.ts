import { setTimeout as pause } from 'node:timers/promises';

/** Whether a server saves requests and serves its page within a time in milliseconds. */
export async function becomesHealthy(url: string, timeout: number): Promise<boolean> {
  const end = performance.now() + timeout;
  while (performance.now() < end) {
    const statuses = await Promise.all(['/healthz', '/'].map((path) => statusOf(url + path)));
    if (statuses.every((status) => status === 200)) {
      return true;
    }
    await pause(250);
  }
  return false;
}

async function statusOf(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}
