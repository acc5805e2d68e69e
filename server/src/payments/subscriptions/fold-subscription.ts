import { dayMs, hourMs } from '../../time/durations.ts'
import {
  discountChanges,
  discountIdsAt,
  type KnownDiscounts,
  knownDiscounts,
} from './known-discounts.ts'
import { monthlyAmount } from './monthly-amount.ts'
import type {
  SubscriptionFact,
  SubscriptionState,
  SubscriptionStatus,
} from './subscription-fact.ts'

/** What a subscription pays for one plan. */
export interface SubscriptionPart {
  plan: string
  product?: string
  minor: number
}

/** The state of a subscription from a moment on, until the next. */
export interface SubscriptionPoint {
  atMs: number
  status: SubscriptionStatus
  currency: string
  /** What it pays in a month, in minor units of `currency`; 0 unless `active` or `past_due`. */
  monthlyMinor: number
  /** How `monthlyMinor` is divided among plans or products. */
  parts: SubscriptionPart[]
  quantity: number
  cancelAtMs: number | null
  unpriced: number
  unknownDiscounts: number
}

/** The history of a subscription, computed from all its facts. */
export interface SubscriptionHistory {
  points: SubscriptionPoint[]
  customerId: string | null
  trial: { startMs: number; endMs: number } | null
}

/** A fact as it is stored: a reading has the moment at which it was recorded. */
export type StoredFact = SubscriptionFact & { atMs: number }

/** Providers' clocks and ours differ, and an account may be read while it changes. */
const nearMs = hourMs

interface Stated {
  atMs: number
  state: SubscriptionState
}

/**
 * Computes a subscription's history from its facts and those of its customer, in any order; undefined while no state
 * is known.
 */
export function foldSubscription(facts: readonly StoredFact[]): SubscriptionHistory | undefined {
  const ordered = inOrder(facts)
  const discounts = knownDiscounts(ordered)
  const events = ordered.filter(({ how }) => how === 'event')
  const isNearEvent = ({ atMs }: StoredFact) =>
    events.some((event) => event.state !== null && Math.abs(event.atMs - atMs) <= nearMs)
  const states = ordered.filter(
    (fact) => fact.state !== null && (fact.how === 'event' || !isNearEvent(fact)),
  )
  const [first] = states
  if (first === undefined) return undefined
  // A trial may be extended, so its latest dates count; a later reading repeats what events stated.
  const trial = states.findLast((fact) => fact.trial !== null)?.trial ?? null
  const stated = [...pastOf(first), ...states.flatMap(statedBy)]
  return {
    points: pointsOf(inCurrencies(stated), discounts),
    customerId: ordered.findLast(({ customerId }) => customerId !== null)?.customerId ?? null,
    trial,
  }
}

function statedBy({ atMs, state }: StoredFact): Stated[] {
  return state === null ? [] : [{ atMs, state }]
}

/** States with the currencies that others state; without any, priced items cannot count. */
function inCurrencies(stated: readonly Stated[]): Stated[] {
  let currency = stated.find(({ state }) => state.currency !== '')?.state.currency ?? ''
  return stated.map(({ atMs, state }) => {
    currency = state.currency === '' ? currency : state.currency
    if (currency !== '') return { atMs, state: { ...state, currency } }
    const items = state.items.map((item) => ({ ...item, unitMinor: null }))
    return { atMs, state: { ...state, currency: 'USD', items } }
  })
}

/** The state of a subscription before its first known fact, which includes its start and its trial. */
function pastOf({ atMs, state, before, startedMs, trial }: StoredFact): Stated[] {
  const known = before ?? state
  if (known === null || startedMs === null || startedMs >= atMs) return []
  if (known.status === 'pending') return []
  const wasTrialing = trial !== null && Math.abs(trial.startMs - startedMs) < dayMs
  const paying: SubscriptionState = { ...known, status: 'active' }
  if (!wasTrialing) return [{ atMs: startedMs, state: paying }]
  const past: Stated[] = [{ atMs: startedMs, state: { ...known, status: 'trialing' } }]
  if (trial.endMs < atMs) past.push({ atMs: trial.endMs, state: paying })
  return past
}

function pointsOf(stated: readonly Stated[], discounts: KnownDiscounts) {
  const points: SubscriptionPoint[] = []
  for (const [index, { atMs, state }] of stated.entries()) {
    const untilMs = stated[index + 1]?.atMs ?? Number.POSITIVE_INFINITY
    const changes = discountChanges(state, discounts, { fromMs: atMs, untilMs })
    for (const at of [atMs, ...changes]) {
      const point = pointAt(state, discounts, at)
      const last = points.at(-1)
      if (last?.atMs === at) points.pop()
      const previous = points.at(-1)
      if (previous === undefined || !isSame(previous, point)) points.push(point)
    }
  }
  return points
}

function pointAt(
  state: SubscriptionState,
  discounts: KnownDiscounts,
  atMs: number,
): SubscriptionPoint {
  const pays = state.status === 'active' || state.status === 'past_due'
  const reduced = { ...state, discountIds: discountIdsAt(state, discounts, atMs) }
  const { minor, parts, unpriced, unknownDiscounts } = monthlyAmount(reduced, discounts.byId, atMs)
  return {
    atMs,
    status: state.status,
    currency: state.currency,
    monthlyMinor: pays ? minor : 0,
    parts: state.items.map(({ plan, product }, index) => ({
      plan,
      ...(product !== undefined && { product }),
      minor: pays ? (parts[index] ?? 0) : 0,
    })),
    quantity: state.items.reduce((sum, { quantity }) => sum + quantity, 0),
    cancelAtMs: state.cancelAtMs,
    unpriced: pays ? unpriced : 0,
    unknownDiscounts: pays ? unknownDiscounts : 0,
  }
}

function isSame(a: SubscriptionPoint, b: SubscriptionPoint): boolean {
  return JSON.stringify({ ...a, atMs: 0 }) === JSON.stringify({ ...b, atMs: 0 })
}

/**
 * By time. Of events of the same second, one that leads to the final state comes last; the rest is ordered by content,
 * the same on every site.
 */
function inOrder(facts: readonly StoredFact[]): StoredFact[] {
  const byTime = facts.toSorted((a, b) => a.atMs - b.atMs || (contentOf(a) < contentOf(b) ? -1 : 1))
  const ordered: StoredFact[] = []
  for (const group of Map.groupBy(byTime, ({ atMs }) => atMs).values()) {
    const [ofState, others] = [group.filter(hasState), group.filter((fact) => !hasState(fact))]
    const rankOf = ranksAfter(ordered.findLast(hasState)?.state, ofState)
    ordered.push(...others, ...ofState.toSorted((a, b) => rankOf(a) - rankOf(b)))
  }
  return ordered
}

const hasState = (fact: StoredFact) => fact.state !== null
const contentOf = (fact: StoredFact) => JSON.stringify(fact)

/**
 * The place of each event among those of the same second. Each leads from one state to another, so the final state is
 * the one that more of them lead to than away from. An event without a previous state is a beginning or an end.
 */
function ranksAfter(known: StoredFact['state'] | undefined, facts: readonly StoredFact[]) {
  const surplus = new Map<string, number>()
  const count = (state: unknown, change: number) => {
    const key = JSON.stringify(state)
    surplus.set(key, (surplus.get(key) ?? 0) + change)
  }
  count(known ?? facts.find(({ before }) => before === undefined)?.state, 1)
  for (const { state, before } of facts) {
    if (before === undefined) continue
    count(state, 1)
    count(before, -1)
  }
  return ({ state, before }: StoredFact) => {
    if (state?.status === 'ended') return 3
    if (before === undefined) return 0
    return (surplus.get(JSON.stringify(state)) ?? 0) > 0 ? 2 : 1
  }
}
