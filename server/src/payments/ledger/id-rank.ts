/**
 * Kinds of ids by which providers speak of one payment, the one that is stored as `providerPaymentId`
 * first (reference: each provider's own prefixes). Ids of other kinds, and providers whose ids have
 * none, rank behind; there the order in which a fact names them decides.
 */
const kinds: Readonly<Record<string, readonly string[]>> = {
  stripe: ['in_', 'pi_', 'ch_', 'py_', 'cs_'],
  lemonsqueezy: ['order:', 'subscription-invoice:'],
  paddle: ['txn_'],
  creem: ['tran_', 'ord_', 'ch_'],
}

/** How well an id names a payment for good; the smaller the better. */
export function idRank(provider: string, id: string): number {
  const ranked = kinds[provider] ?? []
  const rank = ranked.findIndex((prefix) => id.startsWith(prefix))
  return rank === -1 ? ranked.length : rank
}
