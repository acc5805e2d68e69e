import { defineConfig } from 'vitest/config'

/** Where tests lie. */
export const testFiles = [
  '{contract,server,cli,bench,scripts,sdk}/**/*.test.ts',
  'tracker/test/**/*.test.ts',
  'web/test/**/*.test.ts',
]

/** Node reads our TypeScript as it is, and keeps what it compiled for the next file; Vite would do neither. */
export const native = { experimental: { viteModuleRunner: false, nodeLoader: false } } as const

export const patience = {
  // Beside others on a small machine everything takes longer: a walk through pages of 10 s has taken 46.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Vitest's second is not enough for a page that is asked for beside two other browsers.
  expect: { poll: { timeout: 20_000 } },
}

/** For single files, in the machine's own time zone; `npm test` runs all as scripts/all-tests.ts says. */
export default defineConfig({
  test: {
    // The embedded engine is a child process, and a worker thread that ever loaded it would take the
    // whole run down with it, so every test file is a process of its own.
    pool: 'forks',
    include: testFiles,
    maxWorkers: 2,
    ...native,
    ...patience,
  },
})
