// Made by scripts/data/exchange-rates.ts on 2026-11-23; the CSV within is compressed by Brotli.

/**
 * Units of a currency for one euro, 2024-12-31 to 2026-09-29.
 * Not the ECB's: middle market rates of five days, near its rates, to six digits, from the public-domain data of the
 * npm package @fawazahmed0/currency-api (v1/currencies/eur.json of the version of each day).
 */
export const shippedRates = {
  /** Whether it is the ECB's own history, of every working day. */
  isComplete: false,
  packed:
    'G1AFEZWiEkbHgo2D6jOmOZKtub1p/mXRSCmMOMgrBHfg+VpC3GXPj3WwqKO5VfBb+1/6HfY/7Le2VGmkhieSaNsP89hIVTRSSZRWgZobB88MbFZNP0O08mMYcpmE2lXygb0QcANNvgQkcq8GFpJmw0kOI0D9SQguS4h/uH8NKR36iLQIxsaHwh8Sh0id8HL9xhMzCKv41oWq/6NfV4C92n/Pk5pYeFIXwB5G4cfai8N4eCGCteJgqqKQdiqCUl+4CvIPVjkgGsmtiRg108EfhA62kXHAaaBQYZIVxs5cUDjRAfL/xCY4Mwwdfxh/XwoKvmYA19jRxNz+6MVpFKB+ioExvLPN+Goh4+Q8lNEqrjZ/NWSr5aCtpe3jflFtqvu3/K2NhzL5o23gCmQ3HI3fvAoygW6JRuUKo0pcxtWyUTxP+C93lErmPzW/favP+uzPZQxKQzeSN8xDOQRkhelOX+c6L5TIpqPx4oWOv9M5TaUvyzKVN0KNC1cyXndzfpZAC7mu93exm1orSXiKH5TtarCyrT/WQ760PHrFB8mrEGo61qBuUD36rqk5JBHY4JNqX118DmMSPo1+daJlRne3dAr74Gv6q+6pUt1Dm979XnQ28f6uc2vqR/C+bfHfvQnlz0Gi4eSIw5nio5LsI3fxlpAC48eZt2MO9uhUnWdhdDIkH9fvlqVQzuY+Nn2n9T8acP83G7tSwhH95KLSNg6rRlVG/L31cjs5xNp/WyxMqm5pdWt7gcU9vOvy8rXBBrP4C0743IB/QgmTfxOJtkQ+TfJkvUL1/2bfpPHUhz1ayl4hKJ0hdptuXulgdNc=',
}
