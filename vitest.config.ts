import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { limits } from './scripts/time-limits.mjs';

export default defineConfig({
  resolve: { alias: { 'astro:env/client': resolve('tests/support/astro-env.ts') } },
  test: {
    // For two cores: test files that start a server use a second process.
    maxWorkers: 2,
    testTimeout: limits.test,
    hookTimeout: limits.process,
    expect: { poll: { timeout: limits.awaited } },
    globalSetup: ['tests/support/memory-folder.ts', 'tests/support/postgres.ts'],
    setupFiles: ['tests/support/surroundings.ts', 'tests/support/no-child-left.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{content,contract,site,server,lab,tests}/**/*.test.{ts,tsx}'],
          exclude: ['tests/all/**'],
        },
      },
      {
        extends: true,
        // Only in npm run test:all.
        test: {
          name: 'all',
          include: ['tests/all/**/*.test.ts'],
          testTimeout: limits.long,
          hookTimeout: limits.long,
          expect: { poll: { timeout: limits.process } },
        },
      },
    ],
  },
});
