/**
 * State that servers sharing a store must agree on: rate limit counts, digest mode, the state of the mail
 * server and, on Supabase, when dead letters were last retried. It expires, and does not survive a failover:
 * losing it costs a count or an extra retry, never a request.
 */
export interface SharedState {
  /**
   * Changes the state under a name and key, one caller at a time. `now` is the time that all servers share.
   */
  update<State, Result>(
    place: Place,
    change: (state: State | undefined, now: number) => { state: State; result: Result },
  ): Promise<Result>;
  read<State>(place: Omit<Place, 'ttl'>): Promise<{ state: State | undefined; now: number }>;
}

export interface Place {
  name: string;
  /** An IP, for example. Only a hash is stored, with a secret that changes daily. */
  key: string;
  /** Milliseconds until it expires, counted from the last change. */
  ttl: number;
}
