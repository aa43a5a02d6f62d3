/** What an event may carry: references, statuses, times. Never a field of a visitor's. */
export type Facts = Record<string, string | number | boolean>;

export type Log = (event: string, facts?: Facts) => void;

/** One JSON line an event, for people with `grep` and for collectors alike. */
export function logLines(write: (line: string) => void): Log {
  return (event, facts) => write(`${JSON.stringify({ time: new Date().toISOString(), event, ...facts })}\n`);
}

/**
 * What is wrong, without the message: the message of a parser quotes its input, and the input is
 * a visitor's. Names the error and the places it came through.
 */
export function placeOf(error: unknown): Facts {
  if (error instanceof Error) {
    const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
    return { error: error.name, at: frames.slice(0, 5).join('\n') };
  } else {
    return { error: typeof error };
  }
}
