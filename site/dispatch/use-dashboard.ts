import { useCallback, useEffect, useRef, useState } from 'react';
import type { Dashboard, OwnerAction } from '../../contract/dispatch.ts';
import { type DispatchClient, DispatchError } from './dispatch-client.ts';

/** Seconds until the next call after an error. */
const retrySeconds = 10;

/** Seconds until the next call while the owner waits for another phone. */
const watchSeconds = 3;

/** How often the displayed times are updated. */
const tick = 10_000;

export interface DashboardState {
  dashboard: Dashboard | undefined;
  /**
   * The server's time, which advances even if the dashboard doesn't change. Until the first dashboard, this is the
   * phone's time.
   */
  now: string;
  /** The last error from reading the dashboard, until the next successful response. */
  error: DispatchError | undefined;
  /** Sends an action and shows the dashboard from the response. May throw a `DispatchError`. */
  act(action: OwnerAction): Promise<Dashboard>;
}

/** The dashboard and its arrival time by the monotonic clock (`performance.now`). */
interface Arrival {
  dashboard: Dashboard;
  arrived: number;
}

/** Whether the shown dashboard may be out of date after a failed action. */
const mayHaveChanged = ({ code, current }: DispatchError) =>
  current.state !== undefined ||
  ['offline', 'unavailable', 'outdated', 'replaced', 'not_found'].includes(code);

/** Reads the dashboard repeatedly while the page is visible, so that each phone shows the changes of the others. */
export function useDashboard(client: DispatchClient, isWatching: boolean): DashboardState {
  const [arrival, setArrival] = useState<Arrival>();
  const [error, setError] = useState<DispatchError>();
  const [elapsed, setElapsed] = useState(0);
  const pollTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Goes up when an action begins and ends. Responses to calls made before that are out of date. */
  const actionGeneration = useRef(0);
  /** Goes up when a poll begins, and when polling stops. Responses to earlier polls are out of date. */
  const pollGeneration = useRef(0);

  const receive = useCallback((dashboard: Dashboard) => {
    setArrival({ dashboard, arrived: performance.now() });
    setElapsed(0);
    setError(undefined);
  }, []);

  const refresh = useCallback(async () => {
    pollGeneration.current += 1;
    const { current: generation } = pollGeneration;
    clearTimeout(pollTimer.current);
    if (document.visibilityState === 'hidden') {
      return;
    }
    const actionsBefore = actionGeneration.current;
    let seconds = retrySeconds;
    let latestError: DispatchError | undefined;
    try {
      const { dashboard, askAgain } = await client.readDashboard();
      seconds = isWatching ? watchSeconds : askAgain;
      if (actionsBefore !== actionGeneration.current || generation !== pollGeneration.current) {
        // Don't keep the ETag of a dashboard that isn't shown: the next response could say that nothing has changed.
        client.forgetDashboard();
      } else if (dashboard) {
        receive(dashboard);
      }
    } catch (failure) {
      latestError = failure instanceof DispatchError ? failure : new DispatchError('other');
    }
    // If the generation has changed, a newer poll has begun, or the page has closed.
    if (generation === pollGeneration.current) {
      setError(latestError);
      clearTimeout(pollTimer.current);
      pollTimer.current = setTimeout(refresh, seconds * 1_000);
    }
  }, [client, receive, isWatching]);

  useEffect(() => {
    const refreshCompletely = () => {
      // The page's clock may have stopped while the phone was asleep.
      client.forgetDashboard();
      refresh();
    };
    refresh();
    document.addEventListener('visibilitychange', refreshCompletely);
    addEventListener('online', refreshCompletely);
    return () => {
      pollGeneration.current += 1;
      clearTimeout(pollTimer.current);
      document.removeEventListener('visibilitychange', refreshCompletely);
      removeEventListener('online', refreshCompletely);
    };
  }, [client, refresh]);

  useEffect(() => {
    const clockTimer = setInterval(() => setElapsed(arrival ? performance.now() - arrival.arrived : 0), tick);
    return () => clearInterval(clockTimer);
  }, [arrival]);

  const act = useCallback(
    async (action: OwnerAction) => {
      actionGeneration.current += 1;
      try {
        const dashboard = await client.act(action);
        receive(dashboard);
        return dashboard;
      } catch (failure) {
        // Another phone may have acted first, or the action may have worked without an answer. The dashboard must not
        // contradict the error, so it is read again.
        if (failure instanceof DispatchError && mayHaveChanged(failure)) {
          actionGeneration.current += 1;
          await refresh();
        }
        throw failure;
      } finally {
        actionGeneration.current += 1;
      }
    },
    [client, receive, refresh],
  );

  const now = arrival ? Date.parse(arrival.dashboard.now) + elapsed : Date.now();
  return { dashboard: arrival?.dashboard, now: new Date(now).toISOString(), error, act };
}
