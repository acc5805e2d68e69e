/** What payments cost, in English. */
export const costs = {
  title: 'Take-home',
  tax: 'Tax',
  fees: 'Fees',
  known: (fees: string, revenue: string, tax: string) =>
    `Fees are known for ${fees} of payments (${revenue} of revenue) and tax for ${tax}. What is unknown counts as 0.`,
  partly: (share: string) => `fees known for ${share}`,
  formula: (tax: string, fees: string) => `Revenue minus tax (${tax}) and fees (${fees}).`,
  fee: (kind: string, of: string) => `${kind} (${of})`,
  kinds: {
    processing: 'Processing fee',
    platform: 'Platform fee',
    currency: 'Currency conversion fee',
    dispute: 'Dispute fee',
    tax: 'Tax on fees',
  },
  of: { payment: 'payment', refund: 'refund', dispute: 'dispute' },
  unknownTax: 'not reported by the provider',
  unknownFees: 'not reported by the provider yet',
  proportional:
    'The provider did not report the tax of a partial refund. Its share of the payment is used.',
}
