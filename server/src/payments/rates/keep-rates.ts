import { readFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import { builtInRates } from '../../data/exchange-rates.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { saveRates } from '../../store/control/rates/exchange-rate-rows.ts'
import { enqueueForBetterRates } from '../../store/control/rates/payment-rate-rows.ts'
import { readRates } from './read-rates.ts'

/** The ECB publishes once a working day, about 16:00 in Frankfurt. */
const everyMs = 12 * 3_600_000
const retryMs = 15 * 60_000
const patienceMs = 30_000
/** The ECB's whole history since 1999 is a third of this. */
const mostBytes = 24 * 1024 * 1024

export interface RateKeeping {
  control: ControlStore
  logger: Pick<Logger, 'warn' | 'info'>
  /** A file's path or an http(s) URL; none for the built-in rates alone. */
  source: string | undefined
  /** Hears that payments can be converted better than before. */
  onNews(): void
}

/**
 * Puts the program's own rates into the store, and from then on what the operator's source holds, now
 * and twice a day. What cannot be read is logged and tried again: older rates go on being used, and
 * reports say how old they are. Answers how to stop.
 */
export async function keepRates(keeping: RateKeeping): Promise<() => void> {
  const { control, logger, source, onNews } = keeping
  await saveRates(control.db, asDayRates(), 'snapshot')
  if (source === undefined) return () => undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const run = async () => {
    let nextMs = everyMs
    try {
      const news = await loadRates(control, source)
      if (news > 0) {
        logger.info({ rates: news }, 'new exchange rates')
        onNews()
      }
    } catch (err) {
      logger.warn({ err }, 'EXCHANGE_RATES could not be read; the rates known so far stay in use')
      nextMs = retryMs
    }
    if (!stopped) timer = setTimeout(run, nextMs).unref()
  }
  timer = setTimeout(run, 0).unref()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** Takes over what a source holds. Answers how many rates are new. */
export async function loadRates(control: ControlStore, source: string): Promise<number> {
  const rates = readRates(await textOf(source))
  return control.transaction(async (db) => {
    const news = await saveRates(db, rates, 'operator')
    if (news > 0) {
      const replaceable = builtInRates.map(({ day }) => day)
      await enqueueForBetterRates(db, replaceable)
    }
    return news
  })
}

async function textOf(source: string): Promise<string> {
  if (!/^https?:\/\//i.test(source)) return readFile(source, 'utf8')
  const response = await fetch(source, { signal: AbortSignal.timeout(patienceMs) })
  if (!response.ok) throw new Error(`the source of exchange rates answered ${response.status}`)
  const bytes = await response.bytes()
  if (bytes.length > mostBytes) throw new Error('the source of exchange rates sent too much')
  return new TextDecoder().decode(bytes)
}

function asDayRates() {
  return builtInRates.flatMap(({ day, perEur }) =>
    Object.entries(perEur).map(([currency, rate]) => ({ day, currency, perEur: rate })),
  )
}
