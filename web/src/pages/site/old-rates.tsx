import { formatDay } from '../../format/date.ts'
import { Notice } from '../../parts/states/notice.tsx'
import { texts } from '../../texts/texts.ts'

interface OldRatesProps {
  rates: readonly { currency: string; rateDay: string }[]
}

/** Names the currencies that were converted at a rate from long before the payments, and its latest day. */
export function OldRates({ rates }: OldRatesProps) {
  if (rates.length === 0) return null
  const latest = new Map<string, string>()
  for (const { currency, rateDay } of rates) {
    if (rateDay > (latest.get(currency) ?? '')) latest.set(currency, rateDay)
  }
  const list = [...latest].map(([currency, day]) => `${currency} (${formatDay(day)})`)
  return <Notice look="money">{texts.money.stale(list.join(', '))}</Notice>
}
