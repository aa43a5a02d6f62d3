interface EventKind {
  level: 'info' | 'warn' | 'error';
  /** What happened or what to do, for events that need attention. */
  message?: string;
}

/**
 * Every log event. The names are stable, so that alerts and searches can rely on them. docs/reference.md lists
 * them, and a test compares the two.
 */
export const events = {
  listening: { level: 'info' },
  stopping: { level: 'info' },
  stopped: { level: 'info' },
  crash: { level: 'error', message: 'The process is exiting because of a bug' },
  error: { level: 'error', message: 'One request failed because of a bug' },
  limits_off: {
    level: 'warn',
    message: 'LIMITS is off: anyone can flood this server, and its owner with email. It is for tests only',
  },
  request: { level: 'info' },
  rejection: { level: 'info' },
  mail: { level: 'info' },
  mail_to_smtp: { level: 'info' },
  mail_to_api: { level: 'info' },
  mail_to_files: {
    level: 'warn',
    message: 'Mail is only written to files, because neither SMTP_URL nor MAIL_API_KEY is set',
  },
  owner_email: { level: 'info' },
  driver_action: { level: 'info' },
  owner_action: { level: 'info' },
  device_paired: { level: 'warn', message: 'A phone was paired with Dispatch' },
  mail_failed: { level: 'error', message: 'One email could not be sent because of a bug' },
  page: { level: 'info' },
  page_failed: { level: 'warn', message: 'An alarm was not accepted: see cause' },
  cancel: { level: 'info' },
  cancel_failed: { level: 'warn', message: 'A service was not told to stop repeating an alarm: see cause' },
  outbox_failed: { level: 'error', message: 'Sending email failed because of a bug. It is tried again' },
  alert: { level: 'warn', message: 'Something is wrong, or over: the recipients of PAGE_URL were told' },
  alert_failed: {
    level: 'error',
    message: 'Nobody in PAGE_URL could be told of an alert. It is tried again every ten seconds',
  },
  heartbeat_failed: { level: 'warn', message: 'HEARTBEAT_URL did not accept a heartbeat' },
  store_failed: { level: 'error', message: 'Requests cannot be saved: the form answers 503' },
  store_recovered: { level: 'info' },
  sqlite_left_behind: {
    level: 'warn',
    message:
      'DATABASE_URL is set, and DATA_DIR holds requests in SQLite, which this server neither reads nor emails. Stop the servers and run: npm run move-to-postgresql',
  },
  clock_jumped: {
    level: 'warn',
    message: 'The clock of this machine jumped. Nothing is deleted until it has been steady for 24 hours',
  },
  purged: { level: 'info' },
  retention_failed: { level: 'error', message: 'Expired requests could not be purged' },
} as const satisfies Record<string, EventKind>;

export type Event = keyof typeof events;

/** An event's data: references, statuses, times. Never visitor input. */
export type LogAttributes = Record<string, string | number | boolean | undefined>;

export type Log = (event: Event, facts?: LogAttributes) => void;

/** One JSON line per event, for `grep` and log collectors alike. */
export function logLines(write: (line: string) => void): Log {
  return (event, facts) => {
    const { level, message }: EventKind = event === 'mail' && facts?.cause ? mailProblem : events[event];
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, message, ...facts })}\n`);
  };
}

const mailProblem: EventKind = { level: 'warn', message: 'An email was not accepted: see cause' };

/** Describes an error without its message, which may quote visitor input: its name and top stack frames. */
export function stackLocation(error: unknown): LogAttributes {
  const { name = typeof error, stack = '' } = Object(error) as Partial<Error>;
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return { error: name, at: frames.slice(0, 5).join('\n') };
}
