import { brotliDecompressSync } from 'node:zlib'
import { daysBetween } from '../../time/local-time.ts'
import type { FoundRate, RateQuestion } from '../rows/exchange-rate-rows.ts'
import { maxQuietDays } from './quiet-days.ts'

/** The history of rates shipped with the program, unpacked. */
export interface ShippedHistory {
  /** Whether it is the ECB's own and has every working day. */
  isComplete: boolean
  firstDay: string
  lastDay: string
  /** The rates of the latest day up to the requested one that has both currencies. */
  find(question: RateQuestion): FoundRate | undefined
  /** The latest day up to another one. */
  dayUpTo(day: string): string | undefined
}

let opened: Promise<ShippedHistory> | undefined

/** Unpacked on first use: most installations have money in one currency only. */
export function shippedHistory(): Promise<ShippedHistory> {
  opened ??= import('../../data/shipped-rates.ts').then(({ shippedRates }) =>
    openHistory(shippedRates),
  )
  return opened
}

/** Reads what `scripts/data/exchange-rates.ts` has packed: CSV of the ECB, the earliest day first. */
export function openHistory(shipped: { packed: string; isComplete: boolean }): ShippedHistory {
  const text = brotliDecompressSync(Buffer.from(shipped.packed, 'base64')).toString()
  const [header = '', ...lines] = text.split('\n')
  const columns = new Map(header.split(',').map((name, index) => [name, index]))
  const days = lines.map((line) => line.slice(0, 10))
  const indexUpTo = (day: string) => days.findLastIndex((known) => known <= day)
  return {
    isComplete: shipped.isComplete,
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
    dayUpTo: (day) => days[indexUpTo(day)],
    find({ from, to, day }) {
      const newest = indexUpTo(day)
      for (let index = newest; index >= 0; index--) {
        const own = days[index] ?? ''
        if (daysBetween(own, days[newest] ?? '') > maxQuietDays) return undefined
        const cells = lines[index]?.split(',') ?? []
        const perEur = (currency: string) =>
          currency === 'EUR' ? '1' : (cells[columns.get(currency) ?? -1] ?? '')
        const [fromPerEur, toPerEur] = [perEur(from), perEur(to)]
        if (fromPerEur !== '' && toPerEur !== '') return { day: own, fromPerEur, toPerEur }
      }
      return undefined
    },
  }
}
