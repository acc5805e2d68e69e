/**
 * Euro reference rates of the European Central Bank for one day, so that an installation without a
 * source of its own (`EXCHANGE_RATES`) can convert at all. Written down from memory of the published
 * table and not fetched: approximate reference data, of use until real rates are loaded, which replace
 * them. Units of the currency for one euro.
 */
export const snapshot = {
  day: '2024-12-31',
  perEur: {
    AUD: '1.6772',
    BGN: '1.9558',
    BRL: '6.4253',
    CAD: '1.4948',
    CHF: '0.9412',
    CNY: '7.5833',
    CZK: '25.185',
    DKK: '7.4578',
    GBP: '0.82918',
    HKD: '8.0686',
    HUF: '411.35',
    IDR: '16820.88',
    ILS: '3.7885',
    INR: '88.9335',
    ISK: '143.90',
    JPY: '163.06',
    KRW: '1532.15',
    MXN: '21.5504',
    MYR: '4.6454',
    NOK: '11.7950',
    NZD: '1.8532',
    PHP: '60.301',
    PLN: '4.2750',
    RON: '4.9743',
    SEK: '11.4590',
    SGD: '1.4164',
    THB: '35.676',
    TRY: '36.7372',
    USD: '1.0389',
    ZAR: '19.6188',
  },
} as const
