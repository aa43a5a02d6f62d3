/** Where requests go: a channel as the store knows it. */
export interface Route {
  /** The channel's name, stored with each delivery. */
  name: string;
  /** Stable names without credentials. */
  recipients: readonly string[];
  /** Whether it gets only emergencies whose honeypot is empty. */
  emergenciesOnly?: boolean;
}

/** Its deliveries decide how long a request is kept. */
export const emailChannel = 'email';
