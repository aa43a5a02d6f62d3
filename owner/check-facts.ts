// Checks the facts before a build, because unreadable facts would end the build with a stack trace.
import { findFactFileErrors } from '../site/read-facts.ts';

const errors = findFactFileErrors();
if (errors.length > 0) {
  console.error(
    `Fix these mistakes in content/, then build again:\n${errors.map((error) => `- ${error}`).join('\n')}`,
  );
  process.exitCode = 1;
}
