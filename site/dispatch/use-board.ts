import { useCallback, useEffect, useRef, useState } from 'react';
import type { Board, OwnerAction } from '../../contract/dispatch.ts';
import { type DispatchClient, DispatchError } from './dispatch-client.ts';

/** Seconds until the next question while the server can't be reached. */
const retrySeconds = 10;

/** The same while the owner waits for something that another phone does. */
const watchSeconds = 3;

/** How often the shown minutes move on, in milliseconds. */
const tick = 10_000;

export interface BoardState {
  board: Board | undefined;
  /** The server's time. It moves on while the board stays the same. */
  now: string;
  /** The last error, until an answer comes. */
  error: DispatchError | undefined;
  /** Sends an action, and shows the board that answers it. Throws a `DispatchError`. */
  act(action: OwnerAction): Promise<Board>;
}

/** The board and when it came, by the page's own clock, which nobody sets. */
interface Arrival {
  board: Board;
  arrived: number;
}

/** The board, asked for again while the page is visible. Several phones change it, and each of them sees that. */
export function useBoard(client: DispatchClient, isWatching: boolean): BoardState {
  const [arrival, setArrival] = useState<Arrival>();
  const [error, setError] = useState<DispatchError>();
  const [elapsed, setElapsed] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Answers to questions asked before an action are out of date. */
  const actions = useRef(0);

  const receive = useCallback((board: Board) => {
    setArrival({ board, arrived: performance.now() });
    setElapsed(0);
    setError(undefined);
  }, []);

  const refresh = useCallback(async () => {
    clearTimeout(timer.current);
    if (document.visibilityState === 'hidden') {
      return;
    }
    const asked = actions.current;
    let seconds = retrySeconds;
    try {
      const { board, askAgain } = await client.board();
      seconds = isWatching ? watchSeconds : askAgain;
      if (board && asked === actions.current) {
        receive(board);
      }
      setError(undefined);
    } catch (failure) {
      setError(failure instanceof DispatchError ? failure : new DispatchError('other'));
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, seconds * 1_000);
  }, [client, receive, isWatching]);

  useEffect(() => {
    const refreshAnew = () => {
      // A phone that slept may have stopped the page's clock.
      client.forgetBoard();
      refresh();
    };
    refresh();
    document.addEventListener('visibilitychange', refreshAnew);
    addEventListener('online', refreshAnew);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('visibilitychange', refreshAnew);
      removeEventListener('online', refreshAnew);
    };
  }, [client, refresh]);

  useEffect(() => {
    const move = setInterval(() => setElapsed(arrival ? performance.now() - arrival.arrived : 0), tick);
    return () => clearInterval(move);
  }, [arrival]);

  const act = useCallback(
    async (action: OwnerAction) => {
      actions.current += 1;
      try {
        const board = await client.act(action);
        receive(board);
        return board;
      } catch (failure) {
        // What refused it, like another phone's "I'm taking it", must not stand next to a board that denies it.
        if (failure instanceof DispatchError && failure.current.state) {
          actions.current += 1;
          await refresh();
        }
        throw failure;
      } finally {
        actions.current += 1;
      }
    },
    [client, receive, refresh],
  );

  const now = arrival ? Date.parse(arrival.board.now) + elapsed : Date.now();
  return { board: arrival?.board, now: new Date(now).toISOString(), error, act };
}
