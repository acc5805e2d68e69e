/** Pixels that the main chart leaves at the right. */
export const rightSpace = 10

/** Between the labels of an axis and the chart. */
export const axisGap = 10

/** A value with a label at the axis. */
export interface Tick {
  value: number
  label: string
}

/** Values with their labels, which are written together so that all have one form. */
export function ticksOf(
  values: readonly number[],
  write: (values: readonly number[]) => string[],
): Tick[] {
  const labels = write(values)
  return values.map((value, index) => ({ value, label: labels[index] ?? '' }))
}

/** Pixels that a chart leaves at the left for its axis. Amounts are long in some languages: 300.000 SEK. */
export function leftSpace(ticks: readonly Tick[]): number {
  const longest = Math.max(0, ...ticks.map(({ label }) => label.length))
  return Math.max(52, Math.ceil(longest * widestCharacter) + axisGap)
}

/** Pixels of a digit in the widest of usual fonts. */
const widestCharacter = 7.6

/** Pixels that it leaves for the times below. */
export const axisSpace = 26

/** Pixels that a row of marks takes above the line. */
export const goalRowHeight = 15
