import { defineConfig } from 'vitest/config';

/** Tests that run the code in their own process, where Stryker can switch each of its changes on. */
export default defineConfig({
  test: {
    include: [
      'contract/*.test.ts',
      'server/{alerts,contact-form,http,log,mail,paging,queue,requests,settings,text}/*.test.ts',
      'server/store/{,sqlite/}*.test.ts',
      'tests/server/{origins,rate-limits}.test.ts',
    ],
    // It changes the working directory, which no thread may.
    exclude: ['server/settings/environment.test.ts'],
    globalSetup: 'tests/support/memory-folder.ts',
    // Those take too long, or test what runs in a process, thread or database of its own.
    testNamePattern:
      /^(?!.*(another process locks|PostgreSQL|a store in SQLite|an earlier SQLite|without our own proxy|LIMITS=off))/,
    // A change that hangs a test is found sooner.
    testTimeout: 15_000,
  },
});
