// Checks the facts and words before a build and before setup. Unreadable ones would end these with a stack trace.
import { findFactFileErrors } from '../site/read-facts.ts';
import { findWordFileErrors } from '../site/read-words.ts';

const errors = [...findFactFileErrors(), ...findWordFileErrors()];
if (errors.length > 0) {
  console.error(
    `Fix these mistakes in content/, then build again:\n${errors.map((error) => `- ${error}`).join('\n')}`,
  );
  process.exitCode = 1;
}
