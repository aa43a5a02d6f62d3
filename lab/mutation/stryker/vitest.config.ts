import { defineConfig } from 'vitest/config';

/** Tests that run server code in-process, except slow ones, whose files are in mutants.ts. */
export default defineConfig({
  test: {
    include: [
      'contract/*.test.ts',
      'server/*.test.ts',
      'server/{mail,rate-limits,static-site}/*.test.ts',
      'server/store/reference.test.ts',
    ],
    testNamePattern: /^(?!.*million)/,
    testTimeout: 120_000,
  },
});
