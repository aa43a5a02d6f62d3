// Before the build: facts that cannot be read would end it with a stack trace.
import { factFileErrors } from '../site/read-facts.ts';

const errors = factFileErrors();
if (errors.length > 0) {
  console.error(`content/ cannot be used as it is:\n${errors.map((error) => `- ${error}`).join('\n')}`);
  process.exitCode = 1;
}
