/**
 * `npm test`: everything, in the order in which it fails fastest. Installs what the tests need from
 * Debian's packages when it may, runs the static checks beside each other, then the suite. With CI=true
 * nothing may be skipped.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statfsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { ensureTestServices } from './test-services.ts'

const checks = [
  ['types', 'npm run --silent types'],
  ['lint', 'npm run --silent lint'],
  ['dead code', 'npx --no-install knip'],
] as const

const isCi = process.env.CI === 'true'
const missing = await ensureTestServices()
for (const problem of missing) console.error(`Not available: ${problem}`)
if (missing.length > 0 && isCi) {
  console.error('CI skips nothing.')
  process.exit(1)
}

const outcomes = await Promise.all(checks.map(([name, command]) => run(name, command, 'pipe')))
const isWell =
  outcomes.every(Boolean) &&
  (await run('tests', 'npx --no-install vitest run --config scripts/all-tests.ts', 'inherit'))
process.exit(isWell ? 0 : 1)

/**
 * Where tests make their folders: in memory, if that has room. They make some hundred databases of three hundred
 * files each, which is a third of a test's time on a disk. Tests of disks make disks of their own.
 */
function quickFolder(): { TMPDIR?: string } {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return {}
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 4 * 2 ** 30 ? { TMPDIR: folder } : {}
}

/** Whether a command succeeds. What is piped is printed in one piece, since others run beside it. */
async function run(name: string, command: string, output: 'pipe' | 'inherit'): Promise<boolean> {
  const startMs = performance.now()
  if (output === 'inherit') console.log(`\n── ${name}`)
  const child = spawn(`${command} 2>&1`, {
    shell: true,
    stdio: ['ignore', output, 'inherit'],
    env: {
      ...process.env,
      TZ: 'UTC',
      ...quickFolder(),
      // Hundreds of processes load the same files; compiling them anew is a third of a server's start.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../.setup/compiled', import.meta.url)),
    },
  })
  const [said, [status]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    once(child, 'exit'),
  ])
  if (output === 'pipe') console.log(`\n── ${name}\n${said.trimEnd()}`)
  if (status !== 0) console.error(`\n${name} failed: ${command}`)
  else console.log(`── ${name}: ${((performance.now() - startMs) / 1000).toFixed(1)} s`)
  return status === 0
}
