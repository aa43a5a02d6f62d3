import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{content,contract,site,server,lab,tests}/**/*.test.{ts,tsx}'],
    // For two cores: test files that start a server use a second process.
    maxWorkers: 2,
    testTimeout: 20_000,
    // CI machines may stall for seconds. Tests that only pass on a retry are marked.
    retry: process.env.CI ? 1 : 0,
  },
});
