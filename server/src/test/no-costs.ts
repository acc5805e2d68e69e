/** The fields of a payment's entry without known tax and fees. */
export const noCosts = {
  ...{ taxMinor: 0, taxKnown: false, feeMinor: 0, feesKnown: false },
  ...{ reportingTaxMinor: 0, reportingFeeMinor: 0 },
}
