import { type Path, splitMinor, touchWeights } from '../attribution/models.ts'
import { creditableTouches, touchesInWindow } from '../attribution/touches.ts'
import type { MoneyEntry } from '../store/events/queries/money-entries.ts'
import type { PayerTouch } from '../store/events/queries/payer-visits.ts'
import type { Crediting } from './question.ts'

/** A movement of money, positive in and negative back; or what a subscription pays in a month. */
export interface Movement extends Omit<MoneyEntry, 'kind'> {
  kind: MoneyEntry['kind'] | 'recurring'
}

/** What one touch, or nobody (`touch` undefined), is credited with of one movement. */
export interface Credit {
  movement: Movement
  touch: PayerTouch | undefined
  amountMinor: number
  /** The part of the whole, from 0 to 1. */
  share: number
  journey: Journey | undefined
}

/** All visits of the people behind a payment, in the look-back and up to it. */
export interface Journey {
  /** When the first of them began, milliseconds since 1970 UTC. */
  firstMs: number
  visits: number
}

export type CreditingRule = Crediting & Pick<Path, 'removalEffects'>

/**
 * Credits every movement to the touches of its path. The credits of a movement sum to its amount to
 * the cent. Money that is not linked is credited to nobody, as one credit; so is money of a visitor
 * without a single visit in the look-back, whose source nobody knows.
 */
export function creditMoney(
  movements: readonly Movement[],
  visits: readonly PayerTouch[],
  rule: CreditingRule,
): Credit[] {
  const byVisitor = touchesByVisitor(visits)
  return movements.flatMap((movement) => creditOne(movement, byVisitor, rule))
}

type Touches = ReadonlyMap<string, readonly PathTouch[]>

function creditOne(movement: Movement, byVisitor: Touches, rule: CreditingRule): Credit[] {
  const path = movement.pathVisitors.flatMap((visitor) => byVisitor.get(visitor) ?? [])
  const journey = journeyOf(path, movement, rule)
  const counted = countedTouches(path, movement.pathAt, rule)
  if (counted.length === 0) {
    return [{ movement, touch: undefined, amountMinor: movement.amountMinor, share: 1, journey }]
  }
  const weights = touchWeights(rule.model, counted, rule)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const amounts = splitMinor(movement.amountMinor, weights)
  return counted.flatMap(({ touch }, index) => {
    const weight = weights[index] ?? 0
    if (weight === 0) return []
    return [{ movement, touch, amountMinor: amounts[index] ?? 0, share: weight / total, journey }]
  })
}

const grouped = new WeakMap<object, Map<string, PathTouch[]>>()

/** Grouping is done once for the same array: every step of recurring money would do it again. */
function touchesByVisitor(visits: readonly PayerTouch[]): ReadonlyMap<string, PathTouch[]> {
  const known = grouped.get(visits)
  if (known !== undefined) return known
  const fresh = Map.groupBy(visits.map(asTouch), ({ touch }) => touch.visitor)
  grouped.set(visits, fresh)
  return fresh
}

const remembered = new WeakMap<object, WeakMap<object, Map<string, readonly Credit[]>>>()

/**
 * `creditMoney`, worked out once for the same two arrays: the panels of a dashboard divide the same money
 * by different words, and splitting it is most of their work. Callers must not change the credits.
 */
export function creditMoneyOnce(
  movements: readonly Movement[],
  visits: readonly PayerTouch[],
  rule: CreditingRule,
): readonly Credit[] {
  if (rule.removalEffects !== undefined) return creditMoney(movements, visits, rule)
  const ofMovements = remembered.get(movements) ?? new WeakMap()
  remembered.set(movements, ofMovements)
  const byRule: Map<string, readonly Credit[]> = ofMovements.get(visits) ?? new Map()
  ofMovements.set(visits, byRule)
  const name = JSON.stringify(rule)
  const credits = byRule.get(name) ?? creditChanged(movements, visits, { rule, name })
  byRule.set(name, credits)
  return credits
}

/** The credits of each movement, and the touches they were worked out from. */
interface Split {
  byVisitor: Touches
  ofEach: readonly (readonly Credit[])[]
}

const lastSplits = new WeakMap<readonly Movement[], Map<string, Split>>()

/**
 * `creditMoney`, but a movement whose path has the touches that it had when the same movements were split the
 * last time keeps its credits: when one payer comes back, the money of all others is split as it was.
 */
function creditChanged(
  movements: readonly Movement[],
  visits: readonly PayerTouch[],
  { rule, name }: { rule: CreditingRule; name: string },
): readonly Credit[] {
  const splits: Map<string, Split> = lastSplits.get(movements) ?? new Map()
  lastSplits.set(movements, splits)
  const before = splits.get(name)
  const byVisitor = touchesByVisitor(visits)
  const ofEach = movements.map((movement, at) => {
    const known = before?.ofEach[at]
    const isSame = (visitor: string) =>
      areSame(before?.byVisitor.get(visitor), byVisitor.get(visitor))
    return known !== undefined && movement.pathVisitors.every(isSame)
      ? known
      : creditOne(movement, byVisitor, rule)
  })
  splits.set(name, { byVisitor, ofEach })
  return ofEach.flat()
}

function areSame(a: readonly PathTouch[] = [], b: readonly PathTouch[] = []): boolean {
  return a.length === b.length && a.every(({ touch }, at) => touch === b[at]?.touch)
}

export type PathTouch = ReturnType<typeof asTouch>

/** The touches that a payment's path has for a model, oldest first. */
export function countedTouches(
  path: readonly PathTouch[],
  pathAtMs: number,
  rule: Pick<Crediting, 'model' | 'lookbackDays'>,
): PathTouch[] {
  // Back from a checkout or a login: never a touch of its own, unless all else was long ago.
  const own = path.filter(({ touch }) => touch.touch !== 'continuation')
  const counted = creditableTouches(own, pathAtMs, rule)
  return counted.length > 0 ? counted : creditableTouches(path, pathAtMs, rule)
}

export function asTouch(touch: PayerTouch) {
  return {
    touch,
    atMs: touch.startedMs,
    isDirect: touch.touch === 'direct' || touch.touch === 'internal',
    channel: touch.channel,
  }
}

function journeyOf(
  path: readonly PathTouch[],
  { pathAt }: Movement,
  { lookbackDays }: Crediting,
): Journey | undefined {
  const visits = touchesInWindow(
    path.filter(({ touch }) => !touch.midVisit),
    pathAt,
    lookbackDays,
  )
  const [first] = visits
  return first && { firstMs: first.atMs, visits: visits.length }
}
