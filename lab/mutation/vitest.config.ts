import { defineConfig } from 'vitest/config';

/** Tests that run the code in their own process, where Stryker can switch each of its changes on. */
export default defineConfig({
  test: {
    include: [
      'contract/*.test.ts',
      'server/*.test.ts',
      'server/{contact-requests,mail,outbox,rate-limits,static-site}/*.test.ts',
      'server/store/*.test.ts',
    ],
    testNamePattern: /^(?!.*million)/,
    testTimeout: 120_000,
  },
});
