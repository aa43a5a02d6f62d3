import { defineConfig } from 'vitest/config';

/** Runs the tests that execute code in their own process, where Stryker can activate each mutant. */
export default defineConfig({
  test: {
    include: [
      'contract/*.test.ts',
      'server/{alerts,contact-form,http,log,mail,paging,queue,requests,settings,text}/*.test.ts',
      'server/store/{,sqlite/}*.test.ts',
      'tests/server/{origins,rate-limits}.test.ts',
    ],
    // This test changes the working directory, which isn't possible in a worker thread.
    exclude: ['server/settings/environment.test.ts'],
    globalSetup: 'tests/support/memory-folder.ts',
    // The excluded tests take too long, or use a separate process, thread, or database.
    testNamePattern: /^(?!.*(another process locks|PostgreSQL|a store in SQLite))/,
    // This is longer than usual, because Stryker slows tests down.
    testTimeout: 15_000,
  },
});
