/** Where the installation's exchange rates come from and how fresh they are, as the settings show it. */
export interface AppExchangeRates {
  /** A `mirror` holds the ECB's files, `address` and `file` are one file that the operator chose. */
  source: 'ecb' | 'mirror' | 'address' | 'file' | 'off'
  /** Host name of a mirror or an address. */
  host: string | null
  /** Whether any site has money in a currency other than its own; nothing is fetched otherwise. */
  isNeeded: boolean
  /** The day of the latest rate that payments can be converted at, `2026-11-20`. */
  lastDay: string
  /** When rates were last fetched; null when they never were. ISO 8601. */
  fetchedAt: string | null
  /** Why the last attempt failed; null when it did not. */
  error: AppRatesError | null
}

export interface AppRatesError {
  /** The source gave no file, or something else than rates. */
  kind: 'unreachable' | 'unreadable'
  /** In English, such as `HTTP 503`. */
  detail: string
  /** When the next attempt is made, ISO 8601. */
  nextAt: string
}
