import type { AppExchangeRates, AppRatesError } from '@tributary/contract/app/exchange-rates.ts'
import { useExchangeRates } from '../../api/site/exchange-rates.ts'
import { formatDay, formatInstant } from '../../format/date.ts'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import styles from './own-visits.module.css'

const words = settingsTexts.rates

/** The source of the exchange rates for other currencies, and whether they are fresh. */
export function ExchangeRates({ siteId }: { siteId: string }) {
  const { data, error } = useExchangeRates(siteId)
  return (
    <section className={styles.own} aria-labelledby="exchange-rates">
      <h3 id="exchange-rates">{words.title}</h3>
      {data && <p>{describe(data)}</p>}
      {data?.error && <Notice look="money">{explain(data.error)}</Notice>}
      {error && <Notice look="bad">{explainFailure(error)}</Notice>}
    </section>
  )
}

function describe({ source, host, isNeeded, lastDay, fetchedAt }: AppExchangeRates): string {
  const from = words.sources[source](host ?? '')
  const last = words.lastDay(formatDay(lastDay))
  if (source === 'off') return `${from} ${last}`
  if (!isNeeded) return `${from} ${words.notNeeded} ${last}`
  const fetched = fetchedAt === null ? words.notFetched : words.fetched(formatInstant(fetchedAt))
  return `${from} ${last} ${fetched}`
}

function explain({ kind, detail, nextAt }: AppRatesError): string {
  return words.failed[kind](detail, formatInstant(nextAt))
}
