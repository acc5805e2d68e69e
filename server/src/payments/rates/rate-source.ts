import { ecbFolder } from '../../settings/settings.ts'
import type { RateOrigin } from '../../store/control/tables/payment-tables.ts'
import { addDays } from '../../time/local-time.ts'
import type { RateSourceRow } from '../rows/rate-source-rows.ts'
import type { ShippedHistory } from './shipped-rates.ts'

/** Where rates come from: a folder with the ECB's files, or a single file of them. */
export interface RateSource {
  /** The setting without secret parts; identifies the source in the store. */
  name: string
  kind: 'ecb' | 'mirror' | 'address' | 'file'
  origin: RateOrigin
  setting: string
}

/** Reads the setting `EXCHANGE_RATES`. A folder's address ends with `/`. */
export function rateSourceOf(setting: string): RateSource {
  if (setting === ecbFolder) return { name: setting, kind: 'ecb', origin: 'ecb', setting }
  if (!/^https?:\/\//i.test(setting))
    return { name: setting, kind: 'file', origin: 'operator', setting }
  const { origin, pathname } = new URL(setting)
  const isFolder = pathname.endsWith('/')
  return {
    name: origin + pathname,
    kind: isFolder ? 'mirror' : 'address',
    origin: isFolder ? 'ecb' : 'operator',
    setting,
  }
}

/** Days without a gap, from the first to the last. */
export interface Coverage {
  from: string
  to: string
}

/** The days whose rates are known without a gap: fetched ones, and those shipped with the program. */
export function coverageOf(
  state: RateSourceRow | undefined,
  history: Pick<ShippedHistory, 'isComplete' | 'firstDay' | 'lastDay'>,
): Coverage | undefined {
  const shipped = history.isComplete ? { from: history.firstDay, to: history.lastDay } : undefined
  if (state === undefined || state.covered_from === '') return shipped
  const fetched = { from: state.covered_from, to: state.last_day }
  if (shipped === undefined || shipped.to < fetched.from) return fetched
  return {
    from: shipped.from < fetched.from ? shipped.from : fetched.from,
    to: shipped.to > fetched.to ? shipped.to : fetched.to,
  }
}

/** Days that are certain to be in the 90-day file. */
const surelyIn90d = 80

interface Gap {
  known: Coverage | undefined
  /** The first day of money that has to be converted. */
  since: string
  today: string
}

/** The smallest of the ECB's files that leaves no gap from the first day needed until today. */
export function fileFor({ kind, setting }: RateSource, { known, since, today }: Gap): string {
  if (kind === 'file' || kind === 'address') return setting
  // Today's file if it is published yet; on a weekend, Friday's.
  const newest = workdayBefore(addDays(today, 1))
  const goesOn = known !== undefined && known.from <= since ? known.to : since
  const name =
    goesOn === known?.to && goesOn >= workdayBefore(newest)
      ? 'eurofxref-daily.xml'
      : goesOn >= addDays(today, -surelyIn90d)
        ? 'eurofxref-hist-90d.xml'
        : 'eurofxref-hist.zip'
  return new URL(name, setting).href
}

/** The last day before another one that is neither Saturday nor Sunday. */
function workdayBefore(day: string): string {
  const before = addDays(day, -1)
  return [0, 6].includes(new Date(before).getUTCDay()) ? workdayBefore(before) : before
}
