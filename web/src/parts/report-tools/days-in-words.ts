import { formatDayRange, formatWallTime } from '../../format/date.ts'
import { texts } from '../../texts/texts.ts'

/** The days that figures are compared with, and up to when the last of them counts, if it is not complete. */
export function daysInWords(days: [string, string], until: string | undefined): string {
  const words = formatDayRange(...days)
  return until === undefined ? words : texts.comparisons.until(words, formatWallTime(until))
}
