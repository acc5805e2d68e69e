import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** What a command left behind. */
export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** Runs `tributary` as a user does, with nothing in its environment but what is given. */
export function run(
  environment: Record<string, string>,
  words: readonly string[],
): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { PATH: '/usr/bin:/bin', ...environment }
    execFile(process.execPath, [main, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}
