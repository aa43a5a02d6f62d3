/** Where requests go: a channel as the store knows it. */
export interface Route {
  /** The channel's name, stored with each delivery. */
  name: string;
  /** Stable names without credentials. */
  recipients: readonly string[];
  /** Absent: every request. Otherwise those that nobody has taken and whose honeypot is empty, or the emergencies of them. */
  takes?: 'requests' | 'emergencies' | undefined;
  /** When it gets them, in milliseconds after they are saved. */
  dueIn?: number | undefined;
}

/** Its deliveries decide how long a request is kept. */
export const emailChannel = 'email';
export const pageChannel = 'page';
