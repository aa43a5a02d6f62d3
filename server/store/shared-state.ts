/**
 * What several servers on one store must agree on: counts for the limits, and what the last emails told
 * about the mail server. Kept for a time and not through a failover: losing it costs a count, never a request.
 */
export interface SharedState {
  /** Changes what is kept under a name and a key, one caller at a time. `now` is the time that all share. */
  update<State, Result>(
    place: Place,
    change: (state: State | undefined, now: number) => { state: State; result: Result },
  ): Promise<Result>;
  read<State>(place: Omit<Place, 'keepFor'>): Promise<{ state: State | undefined; now: number }>;
}

export interface Place {
  name: string;
  /** Like an IP. Only a hash of it is kept, under a secret that is another each day. */
  key: string;
  /** Milliseconds after which it is gone, unless it was changed again. */
  keepFor: number;
}
