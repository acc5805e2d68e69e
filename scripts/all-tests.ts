/**
 * Vitest's configuration for `npm test`. Tests run in New York's time, where a rule that depends on the machine's
 * own zone breaks. `npm run test:long` runs the project "long", in UTC.
 */
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { common, testFiles } from '../vitest.config.ts'
import { importsOf } from './structure/imports.ts'

/**
 * The slowest files when no earlier run is known, longest first. A file that is missing here only starts later than
 * it should.
 */
const longest = [
  'web/test/site-page.test.ts',
  'web/test/explore.test.ts',
  'web/test/settings.test.ts',
  'server/src/reports/agreement.test.ts',
  'server/src/visitors/erase-visitor.test.ts',
  'server/src/backup/',
  'server/src/imports/',
  'server/src/collect/visits/any-order.test.ts',
  'server/src/http/visitor-data.test.ts',
  'server/src/payments/linking/link-payment.test.ts',
  'web/test/layout-shift.test.ts',
  'server/src/starting.test.ts',
  'server/src/payments/connections/sync-connections.test.ts',
  'cli/src/running-server.test.ts',
  'web/test/saved-views.test.ts',
  'server/src/goals/rules/goal-rules.test.ts',
  'server/src/visitors/erase-site.test.ts',
  'web/test/payments.test.ts',
  'server/src/payments/payments.test.ts',
  'server/src/http/generated-requests.test.ts',
  'server/src/identities/claims.test.ts',
  'bench/src/demo/demo.test.ts',
  'server/src/store/',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Without known times the largest files run first, which is a fair guess.
    const sorted = (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
    return spread(
      sorted.filter(isOfBrowsers),
      sorted.filter((file) => !isOfBrowsers(file)),
    )
  }
}

const isOfBrowsers = ({ moduleId }: TestSpecification) => moduleId.startsWith(`${root}web/test/`)

/**
 * Distributes some evenly among the first two thirds of the others: several of them at a time slow each other down.
 */
function spread<File>(some: readonly File[], others: readonly File[]): File[] {
  const apart = Math.max(1, Math.floor((others.length * 2) / 3 / Math.max(1, some.length)))
  const placed = others.flatMap((file, at) => {
    const next = at % apart === 0 ? some[at / apart] : undefined
    return next === undefined ? [file] : [next, file]
  })
  return [...placed, ...some.slice(Math.ceil(others.length / apart))]
}

function rank({ moduleId }: TestSpecification): number {
  const found = longest.findIndex((path) => moduleId.startsWith(`${root}${path}`))
  return found === -1 ? longest.length : found
}

const longForms = ['**/*.long.test.ts']

/** Files that import one of these run more cases in the long form. */
const longFormed = [
  ...['server/src/test/long-form.ts', 'server/src/test/account-suite.ts'],
  'web/test/browser.ts',
]

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Tests that run more cases in the long form than in the short one. Without `LONG` a file that is named runs once.
 */
function filesWithLongForm(): string[] {
  if (process.env.LONG !== '1') return []
  const options = { cwd: root, exclude: (name: string) => name.endsWith('node_modules') }
  return globSync(testFiles, options).filter((file) =>
    importsOf(file).some((imported) => longFormed.includes(imported)),
  )
}

const shared = { root, ...common } as const

export default defineConfig({
  root,
  test: {
    // Tests wait now and then for processes, browsers and clocks: three use two cores fully. With a fourth, all are
    // slower.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'short',
          env: { TZ: 'America/New_York', LONG: '0' },
          include: testFiles,
          exclude: [...configDefaults.exclude, ...longForms],
        },
      },
      {
        // One after the other: they measure, and fill disks and machines.
        test: {
          ...shared,
          name: 'long',
          env: { TZ: 'UTC', LONG: '1' },
          include: [...longForms, ...filesWithLongForm()],
          fileParallelism: false,
        },
      },
    ],
  },
})
