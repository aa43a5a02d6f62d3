import { defineConfig } from 'vitest/config';

/** They test what the form's function promises, and start it with tests/support/start-backend.ts. */
const functionSuites = ['responses', 'idempotency', 'origins', 'rate-limits', 'supabase-client'];

export default defineConfig({
  test: {
    // For two cores: test files that start a server use a second process.
    maxWorkers: 2,
    // They end what hangs. A machine with ten times the work is slow, and not wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['tests/support/temporary-folders.ts', 'tests/support/shared-postgres.ts'],
    setupFiles: 'tests/support/surroundings.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{content,contract,site,server,lab,tests}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        // A second run, against the function as Supabase runs it.
        test: {
          name: 'supabase',
          include: functionSuites.map((suite) => `tests/server/${suite}.test.ts`),
          env: { BACKEND: 'supabase' },
        },
      },
    ],
  },
});
