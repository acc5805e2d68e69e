import { describe, expect, it } from 'vitest'
import { type DayFields, fieldEnd, separator } from './day-rows.ts'
import { matchDays } from './match-days.ts'

const monday = Date.parse('2026-11-23')
const tuesday = Date.parse('2026-11-24')

/** The fields of a day, in the databases' format. */
function fieldsOn(dayMs: number, ...payments: string[][]): DayFields {
  const columns = payments[0]?.map((_, field) => payments.map((one) => one[field])) ?? []
  const fields = columns.map((values) => values.join(values[0]?.startsWith('[') ? ',' : separator))
  return { dayMs, text: [...fields, payments.length].join(fieldEnd) }
}

const booked = (ref: string, id: string, paid = 'EUR 1000', fee = 'EUR 40') => [
  ...[ref, id, paid, fee, '1000'],
]
const recorded = (id: string, ref: string, feeId?: string, paid = 'EUR 1000') => {
  const fee = { id: feeId, of: 'payment', currency: 'EUR', amounts: { processing: 35, tax: 5 } }
  return [id, ref, paid, JSON.stringify(feeId === undefined ? [] : [fee])]
}

describe('payments that both sides state', () => {
  it('are alike by the name of the fee, whatever the payment is called', () => {
    const theirs = [fieldsOn(monday, booked('pi_1', 'txn_1'))]
    const ours = [fieldsOn(monday, recorded('pay_1', 'in_1', 'txn_1'))]
    expect(matchDays(theirs, ours)).toMatchObject({
      days: [{ dayMs: monday, paymentIds: ['pay_1'], paid: ['EUR 1000'], fees: ['EUR 40'] }],
      ...{ refs: [], paymentIds: [] },
    })
  })

  it('are alike by the name of the payment where nothing was taken', () => {
    const theirs = [fieldsOn(monday, booked('order:1', 'order:1', 'EUR 1000', 'EUR 0'))]
    const ours = [fieldsOn(monday, recorded('pay_1', 'order:1'))]
    expect(matchDays(theirs, ours)).toMatchObject({ days: [{ paymentIds: ['pay_1'] }], refs: [] })
  })

  it('are paired with their own payment where fees are named within it, though all amounts are equal', () => {
    const theirs = [
      fieldsOn(monday, booked('txn_1', 'txn_1:transaction'), booked('txn_2', 'txn_2:transaction')),
    ]
    const ours = [
      fieldsOn(
        monday,
        recorded('pay_2', 'txn_2', 'transaction'),
        recorded('pay_3', 'txn_3', 'transaction'),
      ),
    ]
    expect(matchDays(theirs, ours)).toMatchObject({
      ...{ days: [{ paymentIds: [undefined, 'pay_2'] }], refs: ['txn_1'], paymentIds: ['pay_3'] },
    })
  })

  it.each([
    ['amount', booked('pi_1', 'txn_1', 'EUR 1001')],
    ['currency', booked('pi_1', 'txn_1', 'USD 1000')],
    ['fee', booked('pi_1', 'txn_1', 'EUR 1000', 'EUR 41')],
    ['currency of the fee', booked('pi_1', 'txn_1', 'EUR 1000', 'USD 40')],
    ['kind', booked('pi_1', 'txn_1', '')],
  ])('are compared closely with another %s', (_, line) => {
    const ours = [fieldsOn(monday, recorded('pay_1', 'pi_1', 'txn_1'))]
    expect(matchDays([fieldsOn(monday, line)], ours)).toMatchObject({
      ...{ days: [{ paymentIds: [undefined] }], refs: ['pi_1'], paymentIds: ['pay_1'] },
    })
  })

  it('are compared closely with another day, and without a counterpart', () => {
    const theirs = [fieldsOn(tuesday, booked('pi_1', 'txn_1'))]
    const ours = [fieldsOn(monday, recorded('pay_1', 'pi_1', 'txn_1'))]
    expect(matchDays(theirs, ours)).toMatchObject({
      ...{ days: [{ paymentIds: [undefined] }], refs: ['pi_1'], paymentIds: ['pay_1'] },
    })
  })

  it('are paired once: a second booking without a fee, also on the next day, is compared closely', () => {
    const free = booked('order:1', 'order:1', 'EUR 1000', 'EUR 0')
    const again = booked('order:1', 'order:1:again', 'EUR 1000', 'EUR 0')
    const ours = [fieldsOn(monday, recorded('pay_1', 'order:1'))]
    for (const theirs of [
      [fieldsOn(monday, free, again)],
      [fieldsOn(monday, free), fieldsOn(tuesday, again)],
    ]) {
      const { days = [], refs } = matchDays(theirs, ours) ?? {}
      expect(days.flatMap(({ paymentIds }) => paymentIds)).toEqual(['pay_1', undefined])
      expect(refs).toEqual(['order:1'])
    }
  })

  it.each([
    ['values', separator],
    ['fields', fieldEnd],
  ])('are not read where an id holds what separates %s', (_, character) => {
    const named = `pi${character}1`
    const theirs = [fieldsOn(monday, booked('pi_1', 'txn_1'))]
    const ours = [fieldsOn(monday, recorded('pay_1', 'pi_1', 'txn_1'))]
    expect(matchDays([fieldsOn(monday, booked(named, 'txn_1'))], ours)).toBeUndefined()
    expect(matchDays(theirs, [fieldsOn(monday, recorded('pay_1', named))])).toBeUndefined()
  })
})
