import { defineConfig } from 'vitest/config';

/** They test what the form's function promises, and start it with tests/support/start-backend.ts. */
const functionSuites = ['responses', 'idempotency', 'origins', 'rate-limits', 'supabase-client'];

export default defineConfig({
  test: {
    // For two cores: test files that start a server use a second process.
    maxWorkers: 2,
    testTimeout: 20_000,
    setupFiles: 'tests/support/surroundings.ts',
    // Vitest's own second is too short for a busy machine.
    expect: { poll: { timeout: 10_000 } },
    // Starting PostgreSQL on a busy machine.
    hookTimeout: 60_000,
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
