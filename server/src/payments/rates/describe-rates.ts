import type { AppExchangeRates } from '@tributary/contract/app/exchange-rates.ts'
import type { Config } from '../../config.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import {
  findFirstForeignDay,
  findRateSource,
  type RateSourceRow,
} from '../rows/rate-source-rows.ts'
import { rateSourceOf } from './rate-source.ts'
import { shippedHistory } from './shipped-rates.ts'

/** The exchange rates as the settings show them: never a path, nor any part of an address that may be secret. */
export async function describeRates({
  control,
  config: { exchangeRates },
}: {
  control: ControlStore
  config: Pick<Config, 'exchangeRates'>
}): Promise<AppExchangeRates> {
  const source = exchangeRates === undefined ? undefined : rateSourceOf(exchangeRates)
  const state = source && (await findRateSource(control.db, source.name))
  const { lastDay } = await shippedHistory()
  const fetchedMs = state?.fetched_ms ?? undefined
  return {
    source: source?.kind ?? 'off',
    host: source === undefined || source.kind === 'file' ? null : new URL(source.setting).host,
    isNeeded: (await findFirstForeignDay(control.db)) !== undefined,
    lastDay: state !== undefined && state.last_day > lastDay ? state.last_day : lastDay,
    fetchedAt: fetchedMs === undefined ? null : new Date(fetchedMs).toISOString(),
    error: state === undefined ? null : errorOf(state),
  }
}

function errorOf({ error_kind: kind, error_detail: detail, next_ms: nextMs }: RateSourceRow) {
  return kind === '' ? null : { kind, detail, nextAt: new Date(nextMs).toISOString() }
}
