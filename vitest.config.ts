import { defineConfig } from 'vitest/config'

/** Where tests lie. */
export const testFiles = [
  '{contract,server,cli,bench,scripts,sdk}/**/*.test.ts',
  'tracker/test/**/*.test.ts',
  'web/test/**/*.test.ts',
]

export const common = {
  // The embedded engine is a child process, and a worker thread that ever loaded it would take the whole run down
  // with it, so workers are processes. The files of one share what is loaded, and a server: see test/server.ts.
  pool: 'forks',
  isolate: false,
  // V8's own semi-spaces are 64 MB each: clearing that much memory takes longer than collecting it more often.
  execArgv: ['--max-semi-space-size=16'] as string[],
  // Node reads our TypeScript as it is, and keeps what it compiled for the next file; Vite would do neither.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // With other work on a small machine everything takes longer: a walk through pages of 10 s has taken 46.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Vitest's second is not enough for a page that is asked for while two other browsers run.
  expect: { poll: { timeout: 60_000 } },
} as const

/** For single files, in the machine's own time zone; `npm test` runs all as scripts/all-tests.ts says. */
export default defineConfig({
  test: { ...common, include: testFiles, maxWorkers: 2 },
})
