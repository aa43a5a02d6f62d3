import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import type { Progress } from '../../scripts/test.mjs';

/** Reports to scripts/test.mjs, which started the test runner. node:readline would end a line at U+2028 or U+2029. */
const report = (line: Progress) =>
  process.stdout.write(`${JSON.stringify(line).replace(/[\u2028\u2029]/g, ' ')}\n`);

type Failure = ReturnType<TestModule['errors']>[number];

/** Prints each test as it starts and ends. Estimates the number of tests in unloaded files from their text. */
export default class VitestProgress implements Reporter {
  private readonly counts = new Map<string, number>();

  onTestRunStart(specifications: Parameters<NonNullable<Reporter['onTestRunStart']>>[0]): void {
    for (const { project, moduleId } of specifications) {
      const tests = readFileSync(moduleId, 'utf8').match(/^\s*(test|it)\b[.(]/gm);
      this.counts.set(`${project.name} ${moduleId}`, tests?.length ?? 0);
    }
  }

  onTestModuleCollected(module: TestModule): void {
    this.counts.set(`${module.project.name} ${module.moduleId}`, [...module.children.allTests()].length);
    report({ progress: 'tests', count: [...this.counts.values()].reduce((sum, count) => sum + count, 0) });
  }

  onTestCaseReady(test: TestCase): void {
    report({ progress: 'started', test: composeName(test) });
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state === 'failed') {
      report({ progress: 'failed', test: composeName(test), reason: result.errors.map(describe).join('\n') });
    } else if (result.state === 'skipped') {
      report({ progress: 'skipped', test: composeName(test), reason: result.note });
    } else {
      report({ progress: 'passed', test: composeName(test) });
    }
  }

  /** Reports errors in hooks, which don't belong to a test. */
  onTestSuiteResult(suite: TestSuite): void {
    reportErrors(`${composeFileName(suite.module)} › ${suite.fullName}`, suite.errors());
  }

  onTestModuleEnd(module: TestModule): void {
    reportErrors(composeFileName(module), module.errors());
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly Failure[]): void {
    reportErrors('outside any test', errors);
  }
}

function reportErrors(test: string, errors: readonly Failure[]): void {
  if (errors.length > 0) {
    report({ progress: 'failed', test, reason: errors.map(describe).join('\n') });
  }
}

const composeName = (test: TestCase) => `${composeFileName(test.module)} › ${test.fullName}`;

function composeFileName({ moduleId, project }: TestModule): string {
  const file = relative(project.config.root, moduleId);
  return project.name === 'node' ? file : `${file} (${project.name})`;
}

/** Formats the message, the difference, and the stack's lines from the project. */
function describe({ name, message, diff, stack = '' }: Failure & { diff?: string }): string {
  const lines = stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'));
  return [`${name}: ${message}`, ...(diff ? [diff] : []), ...lines.slice(0, 5)].join('\n');
}
