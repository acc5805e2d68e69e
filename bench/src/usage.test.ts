import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const bench = (...given: string[]) =>
  spawnSync(process.execPath, [main, ...given], { encoding: 'utf8' })

it('npm run bench -- --help lists every measurement that the docs name', () => {
  const { status, stdout } = bench('--help')
  expect(status).toBe(0)
  const listed = [...stdout.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name]) => name)
  const docs = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8')
  const named = [...docs.matchAll(/npm run bench -- (\w+)/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !listed.includes(name))).toEqual([])
})

it.each([
  ['a measurement', 'ingestion', 'ingestion is no measurement'],
  ['an option', '--event', "Unknown option '--event'"],
])(
  'npm run bench says which measurements there are instead of %s that there is not',
  (_, given, problem) => {
    const { status, stderr } = bench(given)
    expect(status).toBe(2)
    expect(stderr.startsWith(problem)).toBe(true)
    expect(stderr).toContain('reconciliation')
  },
)
