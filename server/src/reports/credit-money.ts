import type { Model } from '@tributary/contract/query.ts'
import { shares, splitMinor } from '../attribution/models.ts'
import { touchesInWindow } from '../attribution/touches.ts'

/** A movement of money: positive in, negative back. */
export interface Movement {
  kind: 'payment' | 'refund'
  at: number
  pathAt: number
  amountMinor: number
  currency: string
  renewal: boolean
  visitorId: string
  paymentId: string
  pathVisitors: readonly string[]
}

/** A visit of somebody who paid, with its place in the breakdown. */
export interface Visit {
  visitor: string
  startedMs: number
  touch: string
  keys: readonly string[]
  passes: boolean
}

/** What one visit, or nobody (`visit` undefined), is credited with of one movement. */
export interface Credit {
  movement: Movement
  visit: Visit | undefined
  amountMinor: number
  /** The part of the whole, from 0 to 1. */
  share: number
}

/**
 * Credits every movement to the visits of its path. The credits of a movement sum to its amount to
 * the cent. Money that is not linked is credited to nobody, as one credit; so is money of a visitor
 * without a single visit in the look-back, whose source nobody knows.
 */
export function creditMoney(
  movements: readonly Movement[],
  visits: readonly Visit[],
  { model, lookbackDays }: { model: Model; lookbackDays: number },
): Credit[] {
  const byVisitor = Map.groupBy(visits, ({ visitor }) => visitor)
  return movements.flatMap((movement): Credit[] => {
    const path = movement.pathVisitors.flatMap((visitor) => byVisitor.get(visitor) ?? [])
    const touches = touchesInWindow(path.map(asTouch), movement.pathAt, lookbackDays)
    // Back from a checkout or a login: never a touch of its own, unless all else was long ago.
    const own = touches.filter(({ visit }) => visit.touch !== 'continuation')
    const counted = own.length > 0 ? own : touches
    if (counted.length === 0) {
      return [{ movement, visit: undefined, amountMinor: movement.amountMinor, share: 1 }]
    }
    const parts = shares(model, counted, { atMs: movement.pathAt })
    const amounts = splitMinor(movement.amountMinor, parts)
    return counted.flatMap(({ visit }, index) => {
      const share = parts[index] ?? 0
      return share === 0 ? [] : [{ movement, visit, amountMinor: amounts[index] ?? 0, share }]
    })
  })
}

function asTouch(visit: Visit) {
  return {
    visit,
    atMs: visit.startedMs,
    isDirect: visit.touch === 'direct' || visit.touch === 'internal',
  }
}
