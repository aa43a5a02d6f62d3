interface EventKind {
  level: 'info' | 'warn' | 'error';
  /** A description of the event or the action to take, for events that need attention. */
  message?: string;
}

/**
 * Every log event. Alerts and searches rely on the names, so they never change. docs/reference.md lists them too, and a
 * test compares the two lists.
 */
export const events = {
  listening: { level: 'info' },
  stopping: { level: 'info' },
  stopped: { level: 'info' },
  crash: { level: 'error', message: 'The process is exiting because of a bug' },
  error: { level: 'error', message: 'A request or a background task failed because of a bug' },
  limits_off: {
    level: 'warn',
    message:
      'LIMITS is off, so anyone can flood this server with requests and its owner with email. Use it only for tests',
  },
  request: { level: 'info' },
  rejection: { level: 'info' },
  mail: { level: 'info' },
  mail_to_smtp: { level: 'info' },
  mail_to_api: { level: 'info' },
  mail_to_files: {
    level: 'warn',
    message: 'Emails are only written to files, because neither SMTP_URL nor MAIL_API_KEY is set',
  },
  owner_email: { level: 'info' },
  owner_email_failed: {
    level: 'warn',
    message: 'An email about pairing a phone was not accepted: see cause',
  },
  driver_action: { level: 'info' },
  owner_action: { level: 'info' },
  device_paired: { level: 'warn', message: 'A phone was paired with Dispatch' },
  delivery_failed: { level: 'error', message: 'One email or alarm could not be sent because of a bug' },
  page: { level: 'info' },
  page_failed: { level: 'warn', message: 'An alarm was not accepted: see cause' },
  stop_order: { level: 'info' },
  stop_order_failed: {
    level: 'warn',
    message: 'A service could not be asked to stop repeating an alarm: see cause',
  },
  outbox_failed: {
    level: 'error',
    message: 'Sending emails or alarms failed because of a bug. The server will try again',
  },
  alert: {
    level: 'warn',
    message: 'A fault began, continues, or ended. At least one recipient in PAGE_URL was alerted',
  },
  alert_failed: {
    level: 'error',
    message: 'No recipient in PAGE_URL received an alert. The server will try again',
  },
  heartbeat_failed: { level: 'warn', message: 'HEARTBEAT_URL did not accept a heartbeat' },
  store_failed: {
    level: 'error',
    message: 'A call to the database failed. While no request can be saved, the form returns 503',
  },
  store_recovered: { level: 'info' },
  sqlite_left_behind: {
    level: 'warn',
    message:
      'DATABASE_URL is set, but DATA_DIR contains requests in SQLite. This server does not read or email those. Stop the servers and run: npm run move-to-postgresql',
  },
  clock_jumped: {
    level: 'warn',
    message: "This machine's clock jumped. Nothing is deleted until the clock has been steady for 24 hours",
  },
  purged: { level: 'info' },
  retention_failed: { level: 'error', message: 'Expired requests could not be purged' },
} as const satisfies Record<string, EventKind>;

export type LogEvent = keyof typeof events;

/** An event's data, such as references, statuses, and times. Never contains visitor input. */
export type LogAttributes = Record<string, string | number | boolean | undefined>;

export type Log = (event: LogEvent, attributes?: LogAttributes) => void;

/** Returns a logger that writes one JSON line per event, for both `grep` and log collectors. */
export function createLog(write: (line: string) => void): Log {
  return (event, attributes) => {
    const isFiled = attributes?.outcome === 'filed';
    const problem = isFiled ? mailFiled : mailProblem;
    const { level, message }: EventKind = event === 'mail' && attributes?.cause ? problem : events[event];
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, message, ...attributes })}\n`);
  };
}

const mailFiled: EventKind = {
  level: 'warn',
  message: 'An email was written to a file, not sent: see cause',
};
const mailProblem: EventKind = { level: 'warn', message: 'An email was not accepted: see cause' };

/** Returns an error's name and top stack frames. Omits its message, which may quote visitor input. */
export function describeError(error: unknown): LogAttributes {
  const { name = typeof error, stack = '' } = Object(error) as Partial<Error>;
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return { error: name, at: frames.slice(0, 5).join('\n') };
}
