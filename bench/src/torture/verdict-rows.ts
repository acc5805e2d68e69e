import { count, type Row } from '../measures/table.ts'
import type { Verdict } from './compare.ts'
import type { LoadFigures } from './load.ts'

interface Counted extends Verdict, Partial<LoadFigures> {
  sent: number
  acknowledged: number
}

/** The rows of every scenario that compares with the client's log. */
export function verdictRows(found: Counted): Row[] {
  const money = (minor: number) => `${(minor / 100).toFixed(2)} USD`
  return [
    { what: 'sent', measured: count(found.sent) },
    { what: 'acknowledged', measured: count(found.acknowledged) },
    { what: 'refused with 503', measured: count(found.refused ?? 0) },
    { what: 'cut off without an answer', measured: count(found.cutOff ?? 0) },
    { what: 'stored', measured: count(found.storedRows) },
    { what: 'acknowledged and lost', measured: count(found.lost.length), floor: '0' },
    { what: 'stored twice', measured: count(found.doubled.length), floor: '0' },
    { what: 'stored, never sent', measured: count(found.foreign.length), floor: '0' },
    {
      what: 'sessions that are not what their events add up to',
      measured: count(found.differingSessions),
      floor: '0',
    },
    {
      what: "visitors whose page views, goals or visits are not the log's",
      measured: count(found.differingVisitors.length),
      floor: '0',
    },
    { what: 'dead letters', measured: count(found.deadLetters), floor: '0' },
    { what: 'acknowledged payments', measured: money(found.acknowledgedMinor) },
    { what: '… in the ledger', measured: money(found.ledgerMinor), floor: 'the same' },
    { what: '… in the reports', measured: money(found.reportedMinor), floor: 'the same' },
  ]
}

/** The verdict as sentences, for debugging. */
export function verdictFailures(found: Verdict): string[] {
  const { lost, doubled, foreign, deadLetters, differingSessions, acknowledgedMinor } = found
  const some = (what: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [`${what}: ${ids.slice(0, 10).join(' ')}`]
  return [
    ...some('acknowledged and lost', lost),
    ...some('stored twice', doubled),
    ...some('stored, never sent', foreign),
    ...(differingSessions === 0 ? [] : [`${differingSessions} sessions differ from their events`]),
    ...some("visitors that differ from the client's log", found.differingVisitors),
    ...(deadLetters === 0 ? [] : [`${deadLetters} dead letters`]),
    ...(found.ledgerMinor === acknowledgedMinor ? [] : ['the ledger has another sum']),
    ...(found.reportedMinor === acknowledgedMinor ? [] : ['the reports have another sum']),
  ]
}
