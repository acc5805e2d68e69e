import { type ChildProcess, execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compileCacheFolder } from '@tributary/server/process/compile-cache.ts'
import { runCli } from '../run-cli.ts'

/** Like `npm run cli`: uses the build if it is current, which starts in a third of the time. */
const main = fileURLToPath(new URL('../../../scripts/cli.mjs', import.meta.url))

/** The result of a command. */
export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

// Half of a command's time is compiling, and a test's folder is usually new.
const folder = compileCacheFolder()
const compiled = folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }

/** Runs `tributary` as a user does, with only the given environment. */
export function run(
  environment: Record<string, string>,
  words: readonly string[],
): Promise<Outcome> {
  return begin(environment, words).outcome
}

/** `run`, with its process, for a command that waits for input. */
export function begin(
  environment: Record<string, string>,
  words: readonly string[],
): { child: ChildProcess; outcome: Promise<Outcome> } {
  const env = { PATH: '/usr/bin:/bin', ...compiled, ...environment }
  const { promise: outcome, resolve } = Promise.withResolvers<Outcome>()
  const child = execFile(process.execPath, [main, ...words], { env }, (error, stdout, stderr) => {
    resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
  })
  return { child, outcome }
}

/**
 * Runs it in this process, for tests that are not about the command's process: starting a hundred processes takes a
 * minute.
 */
export async function runHere(
  environment: Record<string, string>,
  words: readonly string[],
): Promise<Outcome> {
  const outcome: Outcome = { code: 0, stdout: '', stderr: '' }
  const before = process.env
  process.env = { PATH: '/usr/bin:/bin', ...environment }
  try {
    outcome.code = await runCli(words, {
      out: (text) => {
        outcome.stdout += text
      },
      err: (text) => {
        outcome.stderr += text
      },
    })
  } finally {
    process.env = before
  }
  return outcome
}
