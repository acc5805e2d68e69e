import type { Reconciliation } from '@tributary/contract/reconciliation.ts'
import { toMajorUnits } from '../../money/money.ts'
import { parseTextList } from '../../store/control/text-list.ts'
import { isoTime } from '../../time/iso-time.ts'
import type { ConnectionRow } from '../rows/connection-rows.ts'
import { dayOf, type Side } from './both-sides.ts'
import type { DayTotals, Item, ReconciledDay } from './reconcile-days.ts'

type Line = Reconciliation['days'][number]

/** An account as it can be compared. */
export function presentAccount(row: ConnectionRow): Reconciliation['accounts'][number] {
  const { provider, from_ms: fromMs, statement_until_ms: untilMs } = row
  const readUntil = untilMs === null ? null : isoTime(untilMs)
  const differingDays = parseTextList(row.differing_days)
  return { provider, from: dayOf(fromMs), readUntil, differingDays }
}

/** A day in major units. The author of a decision is omitted for readers who may not see people. */
export function presentLine(provider: string, line: ReconciledDay, seesPeople: boolean): Line {
  const { day, currency, state } = line
  return {
    ...{ provider, day, currency, state },
    statement: presentTotals(line.statement, currency),
    recorded: presentTotals(line.recorded, currency),
    items: line.items.map((item) => presentItem(item, seesPeople)),
  }
}

function presentTotals(totals: DayTotals, currency: string): Line['statement'] {
  const major = (minor: number) => toMajorUnits(minor, currency)
  return {
    payments: totals.payments,
    gross: major(totals.grossMinor),
    refunds: major(totals.refundsMinor),
    disputes: major(totals.disputesMinor),
    fees: major(totals.feesMinor),
    net: major(totals.netMinor),
  }
}

function presentItem(item: Item, seesPeople: boolean): Line['items'][number] {
  const { id, state, kind, fields, ref, paymentId, movementId, objectId, decision } = item
  return {
    ...{ id, state, kind, fields, providerPaymentId: ref, paymentId, movementId, objectId },
    statement: item.statement && presentSide(item.statement),
    recorded: item.recorded && presentSide(item.recorded),
    decision: decision && {
      ...{ kind: decision.decision, note: decision.note, at: isoTime(decision.decidedMs) },
      by: seesPeople ? decision.decidedBy : null,
    },
  }
}

function presentSide({ day, currency, grossMinor, feeMinor, feeCurrency }: Side) {
  const amount = toMajorUnits(grossMinor, currency)
  return { day, amount, currency, fee: toMajorUnits(feeMinor, feeCurrency), feeCurrency }
}
