/**
 * `npm test`: everything, in the order that fails fastest. Installs what the tests need from Debian's packages when
 * it may, runs the static checks at the same time, then the suite. With CI=true nothing may be skipped because a
 * service is missing; what the suite reports as skipped are long forms.
 *
 * `npm test -- PATH …` runs the named test files alone, `npm run test:fast` those that start no process, `npm run
 * test:long` the long forms that `npm test` leaves out, and the server's tests once more on Postgres.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { filesThatStartNothing } from './fast-tests.ts'
import { ensureTestServices, findPostgres } from './test-services.ts'

const vitest = ['npx', '--no-install', 'vitest', 'run', '--config', 'scripts/all-tests.ts']
const shortForms = ['--project', 'short']
const checks = [
  ['types', ['npm', 'run', '--silent', 'types']],
  ['lint', ['npm', 'run', '--silent', 'lint']],
  ['dead code', ['npx', '--no-install', 'knip']],
] as const

const folder = mkdtempSync(join(roomyFolder(), 'tributary-tests-'))
// Postgres runs as its own user, who needs access to its data below this folder.
chmodSync(folder, 0o755)
try {
  process.exitCode = (await passes(process.argv.slice(2))) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function passes([form, ...paths]: string[]): Promise<boolean> {
  if (form === '--fast') return run('fast tests', [...vitest, ...filesThatStartNothing()])
  if (!(await hasServices())) return false
  if (form === '--long') {
    process.env.LONG = '1'
    const passed = await run('long tests', [...vitest, '--project', 'long'])
    // Why there is none was printed above.
    if (findPostgres() === undefined) return passed
    process.env.TEST_ON_POSTGRES = '1'
    const onPostgres = [...vitest, ...shortForms, 'server/src']
    return (await run('tests of the server on Postgres', onPostgres)) && passed
  }
  if (form !== undefined)
    return run('tests', [...vitest, ...projectsOf([form, ...paths]), form, ...paths])
  const outcomes = await Promise.all(checks.map(([name, command]) => run(name, command, 'pipe')))
  return outcomes.every(Boolean) && run('tests', [...vitest, ...shortForms])
}

/** A folder may contain both forms: its short tests run, and the long form of a file that is named. */
function projectsOf(paths: readonly string[]): readonly string[] {
  return paths.some((path) => path.includes('.long.')) ? ['--project', 'long'] : shortForms
}

/** Installs what is missing. Without it tests are skipped, which continuous integration refuses. */
async function hasServices(): Promise<boolean> {
  const missing = await ensureTestServices()
  for (const problem of missing) console.error(`Not available: ${problem}`)
  if (missing.length === 0 || process.env.CI !== 'true') return true
  console.error('CI skips nothing.')
  return false
}

/**
 * The folder for temporary data: in memory if that has space. Tests make some hundred databases of three hundred
 * files each, which takes a third of a test's time on a disk. Tests of disks make their own disks.
 */
function roomyFolder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir()
}

/** Whether a command succeeds. Piped output is printed in one piece, since others run at the same time. */
async function run(
  name: string,
  [program = '', ...parameters]: readonly string[],
  output: 'pipe' | 'inherit' = 'inherit',
): Promise<boolean> {
  const startMs = performance.now()
  if (output === 'inherit') console.log(`\n── ${name}`)
  const child = spawn(program, parameters, {
    stdio: ['ignore', output, output],
    env: {
      ...process.env,
      TZ: 'UTC',
      TMPDIR: folder,
      // Hundreds of processes load the same files; compiling them again is a third of a server's start.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../.setup/compiled', import.meta.url)),
    },
  })
  const [printed, complained, [status]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'exit'),
  ])
  if (output === 'pipe') console.log(`\n── ${name}\n${`${printed}${complained}`.trimEnd()}`)
  if (status !== 0) console.error(`\n${name} failed: ${[program, ...parameters].join(' ')}`)
  else console.log(`── ${name}: ${((performance.now() - startMs) / 1000).toFixed(1)} s`)
  return status === 0
}
