/** What an entry of a payment says of which neither tax nor fees are known. */
export const noCosts = {
  ...{ taxMinor: 0, taxKnown: false, feeMinor: 0, feesKnown: false },
  ...{ reportingTaxMinor: 0, reportingFeeMinor: 0 },
}
