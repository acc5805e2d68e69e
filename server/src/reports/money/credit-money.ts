import { type Path, splitMinor, touchWeights } from '../../attribution/models.ts'
import { creditableTouches, touchesInWindow } from '../../attribution/touches.ts'
import type { MoneyEntry } from '../queries/money-entries.ts'
import type { PayerTouch, TouchesByVisitor } from '../queries/payer-touches.ts'
import type { Crediting } from '../question.ts'

/** A movement of money, positive if received and negative if returned; or the monthly amount of a subscription. */
export interface Movement extends Omit<MoneyEntry, 'kind'> {
  kind: MoneyEntry['kind'] | 'recurring'
}

/** The credit of one touch, or of none (`touch` undefined), for one movement. */
export interface Credit {
  movement: Movement
  touch: PayerTouch | undefined
  amountMinor: number
  taxMinor: number
  feeMinor: number
  /** The part of the whole, from 0 to 1. */
  share: number
}

/** All visits of the people behind a payment, in the look-back and up to it. */
export interface Journey {
  /** When the first of them began, milliseconds since 1970 UTC. */
  firstMs: number
  visits: number
}

export type CreditingRule = Crediting & Pick<Path, 'removalEffects'>

/**
 * Credits every movement to the touches of its path. The credits of a movement sum to its amount, its tax and its
 * fees to the cent. An unlinked payment is one credit without a touch; so is a payment of a visitor without a session
 * in the look-back, whose source is unknown.
 */
export function creditMoney(
  movements: readonly Movement[],
  touches: TouchesByVisitor,
  rule: CreditingRule,
): Credit[] {
  const credits: Credit[] = []
  for (const movement of movements) {
    const { amountMinor, taxMinor, feeMinor } = movement
    const counted = countedTouches(pathOf(movement, touches), movement.pathAt, rule)
    if (counted.length < 2) {
      credits.push({ movement, touch: counted[0], amountMinor, taxMinor, feeMinor, share: 1 })
      continue
    }
    const weights = touchWeights(rule.model, counted, rule)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const amounts = splitMinor(amountMinor, weights)
    const taxes = taxMinor === 0 ? undefined : splitMinor(taxMinor, weights)
    const fees = feeMinor === 0 ? undefined : splitMinor(feeMinor, weights)
    for (const [index, touch] of counted.entries()) {
      const weight = weights[index] as number
      if (weight === 0) continue
      const share = weight / total
      credits.push({
        ...{ movement, touch, amountMinor: amounts[index] as number, share },
        ...{ taxMinor: taxes?.[index] ?? 0, feeMinor: fees?.[index] ?? 0 },
      })
    }
  }
  return credits
}

const noTouches: readonly PayerTouch[] = []

/** All touches of the people behind a movement. */
export function pathOf(
  { pathVisitors }: Pick<Movement, 'pathVisitors'>,
  touches: TouchesByVisitor,
): readonly PayerTouch[] {
  const [only] = pathVisitors
  if (only === undefined) return noTouches
  if (pathVisitors.length === 1) return touches.get(only) ?? noTouches
  return pathVisitors
    .flatMap((visitor) => touches.get(visitor) ?? [])
    .sort((a, b) => a.atMs - b.atMs)
}

/** The touches of a path that a payment is split over, oldest first, like the path. */
export function countedTouches(
  path: readonly PayerTouch[],
  pathAtMs: number,
  rule: Pick<Crediting, 'model' | 'lookbackDays'>,
): readonly PayerTouch[] {
  // A return from a checkout or a login: never a touch of its own, unless all other visits were long ago.
  const own = path.some(isContinuation) ? path.filter((touch) => !isContinuation(touch)) : path
  const counted = creditableTouches(own, pathAtMs, rule)
  return counted.length > 0 || own === path ? counted : creditableTouches(path, pathAtMs, rule)
}

const isContinuation = (touch: PayerTouch) => touch.isContinuation

/** The visits that led to a movement; undefined without any in the look-back. */
export function journeyOf(
  movement: Movement,
  touches: TouchesByVisitor,
  { lookbackDays }: Pick<Crediting, 'lookbackDays'>,
): Journey | undefined {
  const inWindow = touchesInWindow(pathOf(movement, touches), movement.pathAt, lookbackDays)
  const visits = inWindow.filter(({ midVisit }) => !midVisit)
  const [first] = visits
  return first && { firstMs: first.atMs, visits: visits.length }
}
