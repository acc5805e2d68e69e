import type { RefundReport } from '../store/control/payments/payment.ts'
import type { KnownFact, MoneyPart } from './known-fact.ts'
import type { Discrepancy, Told } from './told.ts'

type Paid = Pick<Told, 'amountMinor' | 'currency' | 'paidAtMs'>
type Refund = Extract<MoneyPart, { kind: 'refund' }>
type Dispute = Extract<MoneyPart, { kind: 'dispute' }>
type DisputeStage = { state: Dispute['state']; atMs: number; amountMinor: number | null }

/** What the facts say about money that went back, one report for each refund, total and dispute. */
export function foldRefunds(
  facts: readonly KnownFact[],
  paid: Paid,
): { reports: RefundReport[]; discrepancies: Discrepancy[] } {
  const reports = new Map<string, RefundReport>()
  const stages = new Map<string, DisputeStage[]>()
  const discrepancies: Discrepancy[] = []
  for (const { money, receivedMs: atMs, source } of facts) {
    if (money.kind !== 'refund' && money.kind !== 'dispute') continue
    const other = 'currency' in money ? (money.currency ?? paid.currency) : paid.currency
    if (other !== paid.currency) {
      const field = `${money.kind} currency`
      discrepancies.push({ field, kept: paid.currency, told: other, source, atMs })
    } else if (money.kind === 'refund') {
      const report = reportOf(money, paid, atMs)
      reports.set(report.id, either(reports.get(report.id), report))
    } else {
      const known = stages.get(money.disputeId) ?? []
      const stage = { state: money.state, atMs: money.atMs ?? atMs, amountMinor: money.amountMinor }
      stages.set(money.disputeId, [...known, stage])
    }
  }
  for (const [id, told] of stages) reports.set(`dispute:${id}`, disputeOf(id, told, paid))
  return {
    reports: [...reports.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    discrepancies,
  }
}

/** A total that is all that was paid is a full refund, whichever way it was said. */
function reportOf(refund: Refund, paid: Paid, receivedMs: number): RefundReport {
  // Money cannot go back before it came.
  const atMs = Math.max(refund.atMs ?? receivedMs, paid.paidAtMs)
  const rest = { atMs, state: null, reversedMs: null }
  if (refund.how === 'single') {
    const { refundId: id, amountMinor, failed = false } = refund
    return { ...rest, id, kind: 'single', amountMinor, state: failed ? 'failed' : null }
  }
  if (refund.how === 'full' || refund.amountMinor >= paid.amountMinor) {
    return { ...rest, id: 'full', kind: 'full', amountMinor: 0 }
  }
  const { amountMinor } = refund
  return { ...rest, id: `total:${amountMinor}`, kind: 'total', amountMinor }
}

/**
 * Of two reports of one refund: a failure is final; the larger amount, since a part may be told first;
 * the earlier moment.
 */
function either(a: RefundReport | undefined, b: RefundReport): RefundReport {
  if (a === undefined) return b
  return {
    ...b,
    amountMinor: Math.max(a.amountMinor, b.amountMinor),
    atMs: Math.min(a.atMs, b.atMs),
    state: a.state ?? b.state,
  }
}

const stateRanks = { opened: 0, lost: 1, won: 2 } as const

/** How a dispute stands: its latest stage, and what it took and gave back on the way there. */
function disputeOf(id: string, told: readonly DisputeStage[], paid: Paid): RefundReport {
  // A dispute is opened before it is decided, whatever the two are stamped with.
  const isDecided = (stage: DisputeStage) => Number(stage.state !== 'opened')
  const stages = told.toSorted(
    (a, b) =>
      isDecided(a) - isDecided(b) ||
      a.atMs - b.atMs ||
      stateRanks[a.state] - stateRanks[b.state] ||
      (a.amountMinor ?? Number.MAX_SAFE_INTEGER) - (b.amountMinor ?? Number.MAX_SAFE_INTEGER),
  )
  const last = stages.at(-1)
  const lost = stages.find(({ state }) => state === 'lost')
  const isWon = last?.state === 'won' && lost !== undefined
  const amounts = stages.filter(({ state }) => state === 'lost').map((stage) => stage.amountMinor)
  const amountMinor = Math.max(...amounts.map((amount) => amount ?? paid.amountMinor), 0)
  const isTaken = last?.state === 'lost' || isWon
  return {
    id: `dispute:${id}`,
    kind: 'dispute',
    amountMinor: isTaken ? Math.min(amountMinor, paid.amountMinor) : 0,
    atMs: Math.max((isTaken ? lost : stages[0])?.atMs ?? paid.paidAtMs, paid.paidAtMs),
    state: last?.state ?? 'opened',
    reversedMs: isWon ? Math.max(last.atMs, paid.paidAtMs) : null,
  }
}
