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
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
