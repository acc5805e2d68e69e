import type { Credit, Movement } from './money/credit-money.ts'

/** People who made a payment that is no renewal, counted once in each row of a report. */
export interface People {
  /** How many they are. */
  size: number
  /**
   * Whether a credit of this payment counts for its person in a row: in each row a person counts by the first of
   * their payments there, with all credits of that one. `countedBy` is the row's memory.
   */
  isCounted(movement: Movement, countedBy: Map<string, string>): boolean
}

/** Finds the people of some credits, those of one movement in sequence. `idOf` returns `''` for none. */
export function peopleOf(credits: readonly Credit[], idOf: (movement: Movement) => string): People {
  const paysAgain = new Map<string, boolean>()
  let last: Movement | undefined
  for (const { movement } of credits) {
    if (movement === last || !isPurchase(movement)) continue
    last = movement
    const id = idOf(movement)
    if (id !== '') paysAgain.set(id, paysAgain.has(id))
  }
  return {
    size: paysAgain.size,
    isCounted(movement, countedBy) {
      const id = idOf(movement)
      if (id === '' || !isPurchase(movement)) return false
      // Nearly everybody: there is nothing to remember.
      if (paysAgain.get(id) === false) return true
      const by = countedBy.get(id)
      if (by === undefined) countedBy.set(id, movement.paymentId)
      return by === undefined || by === movement.paymentId
    },
  }
}

/** Whether a movement is a payment that is no renewal. */
export function isPurchase({ kind, amountMinor, renewal }: Movement): boolean {
  return kind === 'payment' && amountMinor > 0 && !renewal
}
