import type { Progress } from '../../scripts/test.mjs';

/** Tells scripts/test.mjs, which started the test runner. */
export function report(line: Progress): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
