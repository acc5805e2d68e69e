import { locale } from '../../format/locale.ts'

/** The time zones the browser knows, and UTC and the one in use, which some browsers leave out. */
export function knownTimezones(current: string): string[] {
  return [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])].sort()
}

/** The currencies the browser knows, by name in the person's language. */
export function knownCurrencies(current: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  const codes = new Set([current, ...Intl.supportedValuesOf('currency')])
  return [...codes].sort().map((code) => ({ code, name: names.of(code) ?? code }))
}

/** A first guess for a new site: the zone of this machine and the currency of its region. */
export function guessZoneAndCurrency(): { timezone: string; currency: string } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const region = new Intl.Locale(navigator.language).maximize().region ?? ''
  return { timezone: timeZone || 'UTC', currency: currencyOfRegion[region] ?? 'USD' }
}

const currencyOfRegion: Readonly<Record<string, string>> = Object.fromEntries([
  ...'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'
    .split(' ')
    .map((region) => [region, 'EUR']),
  ['AU', 'AUD'],
  ['BR', 'BRL'],
  ['CA', 'CAD'],
  ['CH', 'CHF'],
  ['CZ', 'CZK'],
  ['DK', 'DKK'],
  ['GB', 'GBP'],
  ['IN', 'INR'],
  ['JP', 'JPY'],
  ['KR', 'KRW'],
  ['MX', 'MXN'],
  ['NO', 'NOK'],
  ['NZ', 'NZD'],
  ['PL', 'PLN'],
  ['SE', 'SEK'],
])
