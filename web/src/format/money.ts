import { locale } from './locale.ts'

// Careful: `Intl` returns the digits of everyday cash (none for HUF), not those of ISO 4217, and a sum shown without
// its decimals would no longer be exact to the cent.
const decimalsOfRareCurrencies: Readonly<Record<number, readonly string[]>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
  4: 'CLF UYW'.split(' '),
}
const exactFormats = new Map<string, Intl.NumberFormat>()
const shortFormats = new Map<string, Intl.NumberFormat>()
const signedFormats = new Map<string, Intl.NumberFormat>()
const signedWholeFormats = new Map<string, Intl.NumberFormat>()
const wholeFormats = new Map<string, Intl.NumberFormat>()

/** An amount of major units, exact to the currency's minor unit: $1,234.50. */
export function formatMoney(amount: number, currency: string): string {
  return cachedFormat(exactFormats, currency, () => {
    const digits = decimalsOf(currency)
    return { minimumFractionDigits: digits, maximumFractionDigits: digits }
  }).format(amount)
}

/** A difference of amounts with its sign, whole if cents no longer matter: +$48, −$1.50. */
export function formatSignedMoney(amount: number, currency: string): string {
  const isWhole = Math.abs(amount) >= 100
  return cachedFormat(isWhole ? signedWholeFormats : signedFormats, currency, () => ({
    signDisplay: 'exceptZero',
    ...(isWhole
      ? { maximumFractionDigits: 0 }
      : {
          minimumFractionDigits: decimalsOf(currency),
          maximumFractionDigits: decimalsOf(currency),
        }),
  })).format(amount)
}

/** A short amount: $1.2K. Its title has the exact value. */
function formatShortMoney(amount: number, currency: string): string {
  if (Math.abs(amount) < 1_000 && !Number.isInteger(amount)) return formatMoney(amount, currency)
  return cachedFormat(shortFormats, currency, () => ({
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })).format(amount)
}

/** The amounts at an axis's ticks, all in one form: never $1 next to $0.80. */
export function formatMoneyTicks(ticks: readonly number[], currency: string): string[] {
  const write = ticks.every(Number.isInteger) ? formatShortMoney : formatMoney
  return ticks.map((tick) => write(tick, currency))
}

/**
 * An amount as a headline shows it: exact while cents matter, whole from 10,000 on, short
 * from ten million on. Its title has the exact amount.
 */
export function formatHeadlineMoney(amount: number, currency: string): string {
  const size = Math.abs(amount)
  if (size >= 10_000_000) return formatShortMoney(amount, currency)
  if (size < 10_000) return formatMoney(amount, currency)
  return cachedFormat(wholeFormats, currency, () => ({ maximumFractionDigits: 0 })).format(amount)
}

/** An amount in a narrow column: exact, and as in a headline from a million on. Its title has the exact amount. */
export function formatColumnMoney(amount: number, currency: string): string {
  return Math.abs(amount) < 1_000_000
    ? formatMoney(amount, currency)
    : formatHeadlineMoney(amount, currency)
}

function cachedFormat(
  formats: Map<string, Intl.NumberFormat>,
  currency: string,
  digits: () => Intl.NumberFormatOptions,
): Intl.NumberFormat {
  let format = formats.get(currency)
  if (!format) {
    const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
    format = new Intl.NumberFormat(locale, { ...options, ...digits() })
    formats.set(currency, format)
  }
  return format
}

function decimalsOf(currency: string): number {
  for (const [decimals, codes] of Object.entries(decimalsOfRareCurrencies)) {
    if (codes.includes(currency)) return Number(decimals)
  }
  return 2
}
