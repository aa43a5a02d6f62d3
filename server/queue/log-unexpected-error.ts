import { describeError, type Log, type LogEvent } from '../log/log.ts';
import { StoreUnavailableError } from './transaction.ts';

/** Logs an error of a background task. Doesn't log an unavailable store, because the store logs that itself. */
export function logUnexpectedError(log: Log, error: unknown, event: LogEvent = 'error'): undefined {
  if (!(error instanceof StoreUnavailableError)) {
    log(event, describeError(error));
  }
}
