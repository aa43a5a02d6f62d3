import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testTimeLimits } from './scripts/time-limits.mjs';
import { wordsForScripts } from './site/words-for-scripts.ts';

/** Replaces Astro's module when Vitest runs the pages' scripts. */
const astroEnv = {
  name: 'astro-env',
  resolveId: (id: string) => (id === 'astro:env/client' ? id : undefined),
  load: (id: string) =>
    id === 'astro:env/client'
      ? "export const PUBLIC_FUNCTIONS_URL = '/functions/v1', PUBLIC_FUNCTIONS_KEY = 'public-key';"
      : undefined,
};

/** Runs the files with a document first. A process can only run files with the same environment. */
class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const needsDocument = ({ moduleId }: TestSpecification) =>
      /^\/\/ @vitest-environment/.test(readFileSync(moduleId, 'utf8'));
    const { first = [], later = [] } = Object.groupBy(sorted, (file) =>
      needsDocument(file) ? 'first' : 'later',
    );
    return [...first, ...later];
  }
}

export default defineConfig({
  plugins: [astroEnv, wordsForScripts()],
  test: {
    // Two cores run two workers. Test files that start a server use a second process.
    maxWorkers: 2,
    // Workers are reused, which saves loading the packages. The test files of a worker also share our modules, so a
    // file that mocks a module must reset the modules first.
    isolate: false,
    sequence: { sequencer: ByEnvironment },
    // happy-dom doesn't load the style sheets of a built page.
    environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
    // Show the values in the names of tests in full.
    taskTitleValueFormatTruncate: 0,
    testTimeout: testTimeLimits.test,
    hookTimeout: testTimeLimits.process,
    unstubGlobals: true,
    expect: { poll: { timeout: testTimeLimits.awaited } },
    globalSetup: ['tests/support/memory-folder.ts', 'tests/support/postgres.ts'],
    setupFiles: [
      'tests/support/environment.ts',
      'tests/support/no-child-left.ts',
      'tests/support/no-stub-left.ts',
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{content,contract,owner,site,server,lab,tests}/**/*.test.{ts,tsx}'],
          exclude: ['tests/slow/**'],
        },
      },
      {
        extends: true,
        // Only in npm run test:all and npm run slow.
        test: {
          name: 'all',
          include: ['tests/slow/**/*.test.ts'],
          testTimeout: testTimeLimits.long,
          hookTimeout: testTimeLimits.long,
          expect: { poll: { timeout: testTimeLimits.process } },
        },
      },
    ],
  },
});
