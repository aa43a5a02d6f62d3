import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import type { Progress } from '../../scripts/test.mjs';

/** Reports to scripts/test.mjs, which started the test runner. node:readline would end a line at U+2028 or U+2029. */
const report = (line: Progress) =>
  process.stdout.write(`${JSON.stringify(line).replace(/[\u2028\u2029]/g, ' ')}\n`);

/** Prints each test as it starts and ends. */
export default class PlaywrightProgress implements Reporter {
  private root = '';

  onBegin(config: FullConfig, suite: Suite): void {
    this.root = config.rootDir;
    report({ progress: 'tests', count: suite.allTests().length });
  }

  onTestBegin(test: TestCase): void {
    report({ progress: 'started', test: this.composeName(test) });
  }

  onTestEnd(test: TestCase, { status, errors }: TestResult): void {
    if (test.outcome() === 'unexpected') {
      const reason = errors.map(describe).join('\n') || `The test ${status}.`;
      report({ progress: 'failed', test: this.composeName(test), reason });
    } else {
      report({ progress: status === 'skipped' ? 'skipped' : 'passed', test: this.composeName(test) });
    }
  }

  onError(error: TestError): void {
    report({ progress: 'failed', test: 'outside any test', reason: describe(error) });
  }

  printsToStdio(): boolean {
    return true;
  }

  private composeName(test: TestCase): string {
    const [, project, , ...titles] = test.titlePath();
    const { file, line } = test.location;
    return [`${relative(this.root, file)}:${line} (${project})`, ...titles].join(' › ');
  }
}

function describe({ message = '', value = '', location, snippet = '' }: TestError): string {
  const place = location ? `    at ${location.file}:${location.line}` : '';
  // Terminal colors are removed.
  return stripVTControlCharacters([message || value, snippet, place].filter(Boolean).join('\n'));
}
