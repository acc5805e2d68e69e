/** How many journeys went from one state to the next. */
export type Transitions = Map<string, Map<string, number>>

/** The states that are not channels; no channel can have these names. */
export const journeyStart = '\0start'
export const conversion = '\0conversion'
export const noConversion = '\0none'

/** Adds journeys over these channels, in order; a channel that is touched twice in a row counts once. */
export function addJourney(
  transitions: Transitions,
  channels: readonly string[],
  { end, count }: { end: typeof conversion | typeof noConversion; count: number },
): void {
  let from = journeyStart
  for (const to of [...channels, end]) {
    if (to === from) continue
    addTransition(transitions, { from, to, count })
    from = to
  }
}

export function addTransition(
  transitions: Transitions,
  { from, to, count }: { from: string; to: string; count: number },
): void {
  const next = transitions.get(from) ?? new Map<string, number>()
  transitions.set(from, next)
  next.set(to, (next.get(to) ?? 0) + count)
}

/**
 * The removal effect of each channel (Anderl, Becker, von Wangenheim, Schumann 2016; Markov chain of order 1): the
 * share of conversions that is lost if every journey that reaches the channel ends there. Journeys that did not
 * convert are part of the chain.
 */
export function removalEffects(transitions: Transitions): Map<string, number> {
  const channels = [...new Set([...transitions.keys()])].filter((state) => state !== journeyStart)
  const whole = conversionChance(transitions, channels)
  return new Map(
    channels.map((channel) => {
      const without = conversionChance(transitions, channels, channel)
      return [channel, whole === 0 ? 0 : Math.max(0, 1 - without / whole)]
    }),
  )
}

/** The probability of a conversion from the start when every journey ends at `removed`. */
export function conversionChance(
  transitions: Transitions,
  channels: readonly string[],
  removed?: string,
): number {
  const states = [journeyStart, ...channels.filter((channel) => channel !== removed)]
  const indexOf = new Map(states.map((state, index) => [state, index]))
  // (I - Q) x = r: x is the chance from each state, r the chance to convert at the next step.
  const rows = states.map((state, index) => {
    const next = transitions.get(state) ?? new Map<string, number>()
    const leaving = [...next.values()].reduce((sum, count) => sum + count, 0)
    const row = new Array<number>(states.length + 1).fill(0)
    row[index] = 1
    for (const [to, count] of next) {
      const column = to === conversion ? states.length : indexOf.get(to)
      if (column === undefined) continue
      const sign = to === conversion ? 1 : -1
      row[column] = (row[column] ?? 0) + (sign * count) / leaving
    }
    return row
  })
  return solve(rows)[0] ?? 0
}

/** Gaussian elimination with pivoting; each row ends with its right-hand side. */
function solve(rows: number[][]): number[] {
  const size = rows.length
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(at(row, column)) > Math.abs(at(pivot, column))) pivot = row
    }
    const [best, current] = [rows[pivot] as number[], rows[column] as number[]]
    rows[column] = best
    rows[pivot] = current
    for (let row = 0; row < size; row++) {
      const factor = row === column ? 0 : at(row, column) / at(column, column)
      if (factor === 0) continue
      rows[row] = (rows[row] as number[]).map((value, index) => value - factor * at(column, index))
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1))
}
