/**
 * Rates of one day, so that an installation without a source of its own (`EXCHANGE_RATES`) can convert at
 * all, offline too. Units of the currency for one euro, for the currencies that the European Central Bank
 * lists. Middle market rates of that day from the public-domain data of the npm package
 * @fawazahmed0/currency-api 2026.9.29 (`v1/currencies/eur.json`), to six digits: near the Bank's reference
 * rates, not the same. Rates that the operator loads replace them.
 */
export const snapshot = {
  day: '2026-09-29',
  perEur: {
    AUD: '1.61862',
    BGN: '1.95583',
    BRL: '5.93511',
    CAD: '1.6119',
    CHF: '0.946769',
    CNY: '7.62053',
    CZK: '24.3946',
    DKK: '7.4751',
    GBP: '0.858176',
    HKD: '8.91226',
    HUF: '367.476',
    IDR: '20467.9',
    ILS: '3.49196',
    INR: '109.16',
    ISK: '136.97',
    JPY: '178.906',
    KRW: '1543',
    MXN: '20.4554',
    MYR: '4.63885',
    NOK: '10.8459',
    NZD: '2.00783',
    PHP: '71.0244',
    PLN: '4.37309',
    RON: '5.27827',
    SEK: '11.3386',
    SGD: '1.45265',
    THB: '38.2095',
    TRY: '55.6624',
    USD: '1.13607',
    ZAR: '18.6772',
  },
} as const
