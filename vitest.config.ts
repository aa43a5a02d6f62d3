import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{content,contract,site,server,lab,tests}/**/*.test.{ts,tsx}'],
    // Two cores: each file that starts a server has a process beside its own.
    maxWorkers: 2,
    testTimeout: 20_000,
    // CI shares its machine, which may stall for seconds. What passes only the second time is marked.
    retry: process.env.CI ? 1 : 0,
  },
});
