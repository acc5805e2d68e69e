/**
 * `npm test`: everything, in the order in which it fails fastest. Installs what the tests need from
 * Debian's packages when it may, runs the static checks, then the suite; the parts that read and
 * write times run once more in another time zone. With CI=true nothing may be skipped.
 */
import { spawnSync } from 'node:child_process'
import { ensureTestServices } from './test-services.ts'

const steps: readonly [name: string, command: string, environment?: Record<string, string>][] = [
  ['types', 'npm run --silent types'],
  ['lint', 'npx --no-install biome check .'],
  ['dead code', 'npx --no-install knip'],
  ['tests', 'npx --no-install vitest run', { TZ: 'UTC' }],
  [
    'tests of times, in New York',
    // Not those of processes and of tables on several machines, which know no times.
    "npx --no-install vitest run server/src/store/events server/src/reports server/src/visitors --exclude '**/embedded/**' --exclude '**/cluster/**'",
    { TZ: 'America/New_York' },
  ],
]

const isCi = process.env.CI === 'true'
const missing = await ensureTestServices()
for (const problem of missing) console.error(`Not available: ${problem}`)
if (missing.length > 0 && isCi) {
  console.error('CI skips nothing.')
  process.exit(1)
}

for (const [name, command, environment] of steps) {
  const startMs = performance.now()
  console.log(`\n── ${name}`)
  const { status } = spawnSync(command, {
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  })
  if (status !== 0) {
    console.error(`\n${name} failed: ${command}`)
    process.exit(1)
  }
  console.log(`── ${name}: ${((performance.now() - startMs) / 1000).toFixed(1)} s`)
}
