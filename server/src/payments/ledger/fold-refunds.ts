import type { RefundReport } from '../rows/payment.ts'
import type { ConflictingReport, FoldedPayment } from './folded-payment.ts'
import type { KnownFact, MoneyPart } from './known-fact.ts'
import { statedMs } from './order-facts.ts'

type Paid = Pick<FoldedPayment, 'amountMinor' | 'currency' | 'paidAtMs'>
type Refund = Extract<MoneyPart, { kind: 'refund' }>
type Dispute = Extract<MoneyPart, { kind: 'dispute' }>
interface DisputeStage {
  state: Dispute['state']
  atMs: number
  /** Whether the provider gave the time; otherwise it is the time of arrival. */
  isDated: boolean
  amountMinor: number | null
}
/** One statement about a refund, when it arrived, and when it was made. */
interface Dated<Money> {
  money: Money
  receivedMs: number
  statedMs: number
}

/** The returned money according to the facts, one report for each refund, total and dispute. */
export function foldRefunds(
  facts: readonly KnownFact[],
  paid: Paid,
): { reports: RefundReport[]; discrepancies: ConflictingReport[] } {
  const refunds: Dated<Refund>[] = []
  const stages = new Map<string, DisputeStage[]>()
  const discrepancies: ConflictingReport[] = []
  for (const fact of facts) {
    const { money, receivedMs: atMs, source } = fact
    if (money.kind !== 'refund' && money.kind !== 'dispute') continue
    const other = 'currency' in money ? (money.currency ?? paid.currency) : paid.currency
    if (other !== paid.currency) {
      const field = `${money.kind} currency`
      discrepancies.push({ field, kept: paid.currency, told: other, source, atMs })
    } else if (money.kind === 'refund') {
      refunds.push({ money, receivedMs: atMs, statedMs: statedMs(fact) })
    } else {
      stages.set(money.disputeId, [...(stages.get(money.disputeId) ?? []), stageOf(money, atMs)])
    }
  }
  const reports = reportsOf(refunds, paid)
  for (const [id, found] of stages) reports.push(disputeOf(id, found, paid))
  return { reports: reports.sort((a, b) => (a.id < b.id ? -1 : 1)), discrepancies }
}

function reportsOf(refunds: readonly Dated<Refund>[], paid: Paid): RefundReport[] {
  const ended = endedRefunds(refunds)
  const reports = new Map<string, RefundReport>()
  for (const refund of refunds) {
    const report = reportOf(refund, paid, ended)
    if (report !== undefined) reports.set(report.id, either(reports.get(report.id), report))
  }
  return [...reports.values()]
}

/** A failed refund: its amount, since when it was pending, and when it failed. */
interface Ended {
  amountMinor: number
  sinceMs: number
  untilMs: number
}

/** The single refunds that failed, or that the latest list of a payment's refunds no longer contains. */
function endedRefunds(refunds: readonly Dated<Refund>[]): Map<string, Ended> {
  const lists = refunds.flatMap(({ money, statedMs: atMs }) =>
    money.how === 'list' ? [{ atMs, ids: money.refundIds }] : [],
  )
  const latestMs = Math.max(...lists.map(({ atMs }) => atMs))
  const listed = new Set(lists.flatMap(({ atMs, ids }) => (atMs === latestMs ? ids : [])))
  const ended = new Map<string, Ended>()
  for (const { money, statedMs: atMs } of refunds) {
    if (money.how !== 'single') continue
    const isGone = lists.length > 0 && !listed.has(money.refundId) && atMs <= latestMs
    if (money.failed !== true && !isGone) continue
    const known = ended.get(money.refundId)
    ended.set(money.refundId, {
      amountMinor: Math.max(money.amountMinor, known?.amountMinor ?? 0),
      sinceMs: Math.min(money.atMs ?? 0, known?.sinceMs ?? Number.MAX_SAFE_INTEGER),
      untilMs: Math.max(isGone ? latestMs : atMs, known?.untilMs ?? 0),
    })
  }
  return ended
}

/** A total that equals the amount paid is a full refund, however it was stated. */
function reportOf(
  { money: refund, receivedMs, statedMs: saidMs }: Dated<Refund>,
  paid: Paid,
  ended: ReadonlyMap<string, Ended>,
): RefundReport | undefined {
  if (refund.how === 'list') return undefined
  // Money cannot be returned before it was paid.
  const atMs = Math.max(refund.atMs ?? receivedMs, paid.paidAtMs)
  const rest = { atMs, state: null, reversedMs: null, taxMinor: null }
  if (refund.how === 'single') {
    const { refundId: id, amountMinor, taxMinor = null } = refund
    const state = ended.has(id) ? 'failed' : null
    return { ...rest, id, kind: 'single', amountMinor, state, taxMinor }
  }
  // A refund that failed later was part of the total, and no longer is.
  const said = refund.how === 'full' ? paid.amountMinor : refund.amountMinor
  const momentMs = refund.atMs ?? (saidMs || receivedMs)
  const failed = [...ended.values()]
    .filter(({ sinceMs, untilMs }) => sinceMs <= momentMs && momentMs <= untilMs)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const amountMinor = Math.min(said, paid.amountMinor) - failed
  if (amountMinor <= 0) return undefined
  if (amountMinor === paid.amountMinor) return { ...rest, id: 'full', kind: 'full', amountMinor: 0 }
  return { ...rest, id: `total:${amountMinor}`, kind: 'total', amountMinor }
}

/** Of two reports of one refund, the larger amount, since a part may be reported first, and the earlier time. */
function either(a: RefundReport | undefined, b: RefundReport): RefundReport {
  if (a === undefined) return b
  return {
    ...b,
    amountMinor: Math.max(a.amountMinor, b.amountMinor),
    atMs: Math.min(a.atMs, b.atMs),
    taxMinor: b.taxMinor === null ? a.taxMinor : Math.max(a.taxMinor ?? 0, b.taxMinor),
  }
}

function stageOf({ state, atMs, amountMinor }: Dispute, receivedMs: number): DisputeStage {
  return { state, atMs: atMs ?? receivedMs, isDated: atMs !== null, amountMinor }
}

const stateRanks = { opened: 0, lost: 1, won: 2 } as const

/** The state of a dispute: its latest stage, and the amounts withdrawn and returned so far. */
function disputeOf(id: string, reported: readonly DisputeStage[], paid: Paid): RefundReport {
  // A dispute is opened before it is decided, whatever the timestamps. If a stage has no time of its own, the order
  // in which stages can follow each other decides, not that of arrival.
  const isDated = reported.every((stage) => stage.isDated)
  const isDecided = (stage: DisputeStage) => Number(stage.state !== 'opened')
  const stages = reported.toSorted(
    (a, b) =>
      isDecided(a) - isDecided(b) ||
      (isDated ? a.atMs - b.atMs : 0) ||
      stateRanks[a.state] - stateRanks[b.state] ||
      a.atMs - b.atMs ||
      (a.amountMinor ?? Number.MAX_SAFE_INTEGER) - (b.amountMinor ?? Number.MAX_SAFE_INTEGER),
  )
  const last = stages.at(-1)
  const lost = stages.find(({ state }) => state === 'lost')
  const isWon = last?.state === 'won' && lost !== undefined
  const amounts = stages.filter(({ state }) => state === 'lost').map((stage) => stage.amountMinor)
  const amountMinor = Math.max(...amounts.map((amount) => amount ?? paid.amountMinor), 0)
  const isTaken = last?.state === 'lost' || isWon
  const atMs = Math.max((isTaken ? lost : stages[0])?.atMs ?? paid.paidAtMs, paid.paidAtMs)
  return {
    id: `dispute:${id}`,
    kind: 'dispute',
    amountMinor: isTaken ? Math.min(amountMinor, paid.amountMinor) : 0,
    atMs,
    state: last?.state ?? 'opened',
    reversedMs: isWon ? Math.max(last.atMs, atMs) : null,
    taxMinor: null,
  }
}
