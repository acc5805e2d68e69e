import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compileCacheFolder } from '@tributary/server/compile-cache.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** What a command left behind. */
export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

// Half of a command's time is compiling, and a test's folder is mostly new.
const folder = compileCacheFolder()
const compiled = folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }

/** Runs `tributary` as a user does, with nothing in its environment but what is given. */
export function run(
  environment: Record<string, string>,
  words: readonly string[],
): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { PATH: '/usr/bin:/bin', ...compiled, ...environment }
    execFile(process.execPath, [main, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}
