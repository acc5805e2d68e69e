import type { QueryAnswer } from '@tributary/contract/query.ts'
import { formatKnownShare } from '../../format/number.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.costs

/**
 * For which part of the money fees and tax are known; undefined if it is all of it. Unknown ones count as 0, which
 * must be visible next to the figures.
 */
export function costsKnownText(known: QueryAnswer['costsKnown']): string | undefined {
  if (known === undefined || known.payments === 0) return undefined
  const [fees, tax] = [known.feesKnown / known.payments, known.taxKnown / known.payments]
  if (fees === 1 && tax === 1) return undefined
  const revenue = known.grossRevenue === 0 ? 0 : known.feesKnownRevenue / known.grossRevenue
  return words.known(formatKnownShare(fees), formatKnownShare(revenue), formatKnownShare(tax))
}

/** The note below figures that depend on it. */
export function CostsKnown({
  known,
  className,
}: {
  known: QueryAnswer['costsKnown']
  className?: string | undefined
}) {
  const text = costsKnownText(known)
  return text === undefined ? null : <p className={className}>{text}</p>
}
