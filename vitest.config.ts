import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // The embedded engine is a child process, and a worker thread that ever loaded it would take the
    // whole run down with it, so every test file is a process of its own.
    pool: 'forks',
    include: [
      '{contract,server,cli,bench,scripts,sdk}/**/*.test.ts',
      'tracker/test/**/*.test.ts',
      'web/test/**/*.test.ts',
    ],
    // Vitest leaves a core to itself, which on two cores is half of them; tests here mostly wait for engines
    // and browsers. Twice the work at once makes each slower, so their patience is longer.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
