import { entryOf } from '../../entry-of.ts'

/**
 * Kinds of ids by which providers identify a payment; the first one becomes `providerPaymentId` (source: each
 * provider's own prefixes). Ids of other kinds, and providers whose ids have none, rank last, in the order in which a
 * fact names them.
 */
const kinds: Readonly<Record<string, readonly string[]>> = {
  stripe: ['in_', 'pi_', 'ch_', 'py_', 'cs_'],
  lemonsqueezy: ['order:', 'subscription-invoice:'],
  paddle: ['txn_'],
  creem: ['tran_', 'ord_', 'ch_'],
}

/** How well an id identifies a payment permanently; smaller is better. */
export function idRank(provider: string, id: string): number {
  const ranked = entryOf(kinds, provider) ?? []
  const rank = ranked.findIndex((prefix) => id.startsWith(prefix))
  return rank === -1 ? ranked.length : rank
}
