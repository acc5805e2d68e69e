import { describe, it } from 'vitest'

// biome-ignore lint/style/noProcessEnv: a setting of the test runner, not of the server.
const isLong = process.env.LONG === '1'

/**
 * The extent of a test in `npm test` and in `npm run test:long`: more runs of a property, more widths, languages and
 * themes. The long tests run every file that imports this one.
 */
export function inLongForm<Value>(long: Value, otherwise: Value): Value {
  return isLong ? long : otherwise
}

/**
 * A test that `npm run test:long` runs, and `npm test` reports as skipped: in most cases a test of the short form
 * would fail for the same reason. docs/decisions/0094-leave-to-the-long-form-what-another-test-shows.md names that
 * test.
 */
export const itInLongForm = it.skipIf(!isLong)

/** A `describe` that only runs in the long form. */
export const describeInLongForm = describe.skipIf(!isLong)
