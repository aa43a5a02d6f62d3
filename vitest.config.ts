import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{content,contract,site,server,lab,tests}/**/*.test.{ts,tsx}'],
    // Two cores: each file that starts a server has a process beside its own.
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});
