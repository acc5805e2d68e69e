import { boundsProblem } from '../ledger/fact-bounds.ts'
import type { Movement } from './provider-api.ts'

/** The movements. Throws if one of them cannot be stored. */
export function storableMovements(movements: readonly Movement[]): readonly Movement[] {
  for (const { grossMinor, feeMinor, bookedMinor, atMs, recordedByMs } of movements) {
    const amounts = [grossMinor, feeMinor, bookedMinor]
    const problem = boundsProblem({ amounts, times: [atMs, recordedByMs] })
    if (problem !== undefined) throw new Error(problem)
  }
  return movements
}
