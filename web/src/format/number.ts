import { isShownAsFactor } from '@tributary/contract/relative-change.ts'
import { atFirstUse } from './at-first-use.ts'
import { locale } from './locale.ts'

const inDigits = (options: Intl.NumberFormatOptions) =>
  atFirstUse(() => new Intl.NumberFormat(locale, options))

const whole = inDigits({ maximumFractionDigits: 0 })
const compact = inDigits({ notation: 'compact', maximumFractionDigits: 1 })
const percent = inDigits({
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})
const wholePercent = inDigits({ style: 'percent', maximumFractionDigits: 1 })
const tenthPercent = inDigits({
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const rate = inDigits({ maximumSignificantDigits: 6 })
const change = inDigits({
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
})

const points = inDigits({
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** A count with its groups: 12,345. */
export function formatCount(value: number): string {
  return whole().format(value)
}

/** A short count, for axes and narrow columns: 12.3K from ten thousand on, exact below. */
export function formatShortCount(value: number): string {
  return Math.abs(value) < 10_000 ? whole().format(value) : compact().format(value)
}

/** A share (0.0213) as a percentage with two decimals: 2.13%. */
export function formatShare(value: number): string {
  return percent().format(value)
}

/** A share (0.25), short, for axes: 25%. */
export function formatWholeShare(value: number): string {
  return wholePercent().format(value)
}

/** A share (0.05) in a column of them: 5.0%, so that the digits are below each other. All of them are 100%. */
export function formatColumnShare(value: number): string {
  return value === 1 ? formatWholeShare(value) : tenthPercent().format(value)
}

/** A share (0.258) within a sentence: 26%, and 2.6% if a whole percent would be too coarse. */
export function formatRoundShare(value: number): string {
  return formatWholeShare(Math.abs(value) < 0.1 ? value : Math.round(100 * value) / 100)
}

/** How much of something is known: 50%. Less than all of it is never shown as 100%. */
export function formatKnownShare(value: number): string {
  return formatRoundShare(value < 1 ? Math.min(value, 0.99) : 1)
}

/** An exchange rate with six significant digits: 0.912345. */
export function formatRate(value: number): string {
  return rate().format(value)
}

/** The difference of two shares (0.386) in percentage points with its sign: +38.6. The unit is the text's. */
export function formatPoints(value: number): string {
  return points().format(100 * value)
}

/** A relative change (0.12) with its sign: +12%. */
export function formatChange(value: number): string {
  if (isShownAsFactor(value)) return `×${formatShortCount(1 + value)}`
  return change().format(value)
}
