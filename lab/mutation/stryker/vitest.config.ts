import { defineConfig } from 'vitest/config';

/** The tests that run the server's own code in their process, but the slow ones: their files are in mutants.ts. */
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
