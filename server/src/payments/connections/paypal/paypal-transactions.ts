import type { MoneyFact } from '../../ledger/money-fact.ts'
import { translatePaypal } from '../../providers/paypal-facts.ts'
import { currencyOf, majorUnits } from '../../providers/wire/amounts.ts'
import { feeFacts } from '../../providers/wire/facts.ts'
import { type Fields, fieldsOf, need, textOf, timeOf } from '../../providers/wire/fields.ts'
import type { Reading } from '../lists-api.ts'
import type { Movement } from '../provider-api.ts'

const provider = 'paypal'

/**
 * Sales, by PayPal's event codes: subscriptions, agreed and direct payments, auctions, checkouts, the website,
 * mobile, the virtual terminal and donations. Other incoming money is no sale.
 */
const saleCodes = ['T0002', 'T0003', 'T0004', 'T0005', 'T0006', 'T0007', 'T0011', 'T0012', 'T0013']
const refundCode = 'T1107'
/**
 * A reversal by PayPal; a chargeback, its return and its reimbursement. Their sign is the direction of the money.
 */
const disputeCodes = ['T1106', 'T1201', 'T1202', 'T1205']
/** The fee of a chargeback or a dispute, as a separate movement. */
const disputeFeeCodes = ['T0106', 'T0114']

/** Pending, denied or blocked money has not moved; a payment that was reversed later did come in first. */
const movedStatuses = ['S', 'V']

const usualDelayMs = 10 * 60_000

/** One line of a PayPal account's history. */
interface Line {
  id: string
  /** The related payment, or the payment itself. */
  paymentRef: string
  atMs: number
  currency: string
  amountMinor: number
  feeMinor: number
  /** An amount in the form of webhooks. */
  money: Fields
  info: Fields
  email: string | null
}

/** A transaction as facts, read by the same code as webhooks, so with the same payment, refund and dispute ids. */
export function readTransaction(transaction: Fields): Reading {
  const info = fieldsOf(transaction.transaction_info)
  const code = textOf(info.transaction_event_code) ?? ''
  if (!movedStatuses.includes(textOf(info.transaction_status) ?? '')) return { facts: [] }
  const isSale = saleCodes.includes(code)
  const isAbout = code === refundCode || [...disputeCodes, ...disputeFeeCodes].includes(code)
  if (!isSale && !(isAbout && info.paypal_reference_id_type === 'TXN')) return { facts: [] }
  const line = lineOf(info, transaction, isSale)
  // In a negative sale this account was the customer.
  if (isSale) return line.amountMinor > 0 ? readSale(line) : { facts: [] }
  if (code === refundCode) return readRefund(line)
  return disputeFeeCodes.includes(code) ? readDisputeFee(line) : readDispute(line)
}

function lineOf(info: Fields, { payer_info }: Fields, isSale: boolean): Line {
  const id = need(textOf(info.transaction_id), 'transaction id')
  const { currency_code, value } = fieldsOf(info.transaction_amount)
  const currency = currencyOf(currency_code)
  const fee = fieldsOf(info.fee_amount)
  const feeMinor =
    fee.value === undefined ? 0 : -majorUnits(fee.value, currencyOf(fee.currency_code))
  return {
    id,
    paymentRef: isSale ? id : need(textOf(info.paypal_reference_id), 'reference'),
    atMs: need(timeOf(info.transaction_initiation_date), 'time'),
    ...{ currency, amountMinor: majorUnits(value, currency), feeMinor },
    money: { currency_code, value },
    info,
    email: textOf(fieldsOf(payer_info).email_address),
  }
}

function readSale(line: Line): Reading {
  const { info, email } = line
  const isSubscription = info.paypal_reference_id_type === 'SUB'
  const { invoice_id, custom_field } = info
  const { value } = fieldsOf(info.fee_amount)
  const about = { id: line.id, amount: line.money, invoice_id }
  const stated = isSubscription
    ? webhook('PAYMENT.SALE.COMPLETED', line, {
        ...{ ...about, custom: custom_field, billing_agreement_id: info.paypal_reference_id },
        ...(value !== undefined && { transaction_fee: info.fee_amount }),
      })
    : webhook('PAYMENT.CAPTURE.COMPLETED', line, {
        ...{ ...about, custom_id: custom_field },
        ...(value !== undefined && {
          seller_receivable_breakdown: { paypal_fee: info.fee_amount },
        }),
      })
  const facts = stated.map((fact) =>
    fact.kind === 'payment' ? { ...fact, customerEmail: email } : fact,
  )
  return { facts, movements: [movementOf(line, 'payment', line.id)] }
}

function readRefund(line: Line): Reading {
  const { feeMinor, paymentRef } = line
  const refund = { id: line.id, amount: line.money, capture_id: paymentRef, status: 'COMPLETED' }
  const returned = { currency_code: line.currency, value: fieldsOf(line.info.fee_amount).value }
  const facts = webhook('PAYMENT.CAPTURE.REFUNDED', line, {
    ...refund,
    ...(feeMinor !== 0 && { seller_payable_breakdown: { paypal_fee: returned } }),
  })
  return { facts, movements: [movementOf(line, 'refund', line.id)] }
}

function readDispute(line: Line): Reading {
  const { paymentRef, currency, amountMinor, atMs, feeMinor } = line
  const disputeId = `dispute:${paymentRef}`
  const about = { provider, ids: [paymentRef], atMs, statedMs: atMs }
  const dispute: MoneyFact = {
    ...{ ...about, kind: 'dispute', disputeId, state: amountMinor < 0 ? 'lost' : 'won' },
    ...{ amountMinor: Math.abs(amountMinor), currency },
  }
  const fees = feeMinor === 0 ? [] : feesOf(line)
  return { facts: [dispute, ...fees], movements: [movementOf(line, 'dispute', disputeId)] }
}

/** The fee of a dispute: all of the line is a fee, and no other money moved. */
function readDisputeFee(line: Line): Reading {
  const fee = { ...line, amountMinor: 0, feeMinor: line.feeMinor - line.amountMinor }
  const disputeId = `dispute:${line.paymentRef}`
  return { facts: feesOf(fee), movements: [movementOf(fee, 'dispute', disputeId)] }
}

function feesOf({ id, paymentRef, atMs, currency, amountMinor, feeMinor }: Line): MoneyFact[] {
  return feeFacts({
    ...{ provider, ids: [paymentRef], feeId: id, of: 'dispute', currency, ofMinor: amountMinor },
    ...{ atMs, statedMs: atMs, amounts: { dispute: feeMinor } },
  })
}

function webhook(type: string, { info }: Line, resource: Fields): MoneyFact[] {
  const { transaction_initiation_date: create_time, transaction_updated_date: update_time } = info
  const body = { create_time, resource: { ...resource, create_time, update_time } }
  return translatePaypal({ key: '', type, isTest: false, body })
}

/** PayPal books in the currency that was paid in; conversions are separate transactions. */
function movementOf(line: Line, kind: Movement['kind'], objectId: string): Movement {
  const { id, paymentRef, atMs, currency, amountMinor, feeMinor } = line
  return {
    ...{ id, kind, paymentRef, objectId, atMs, recordedByMs: atMs + usualDelayMs },
    ...{ currency, grossMinor: amountMinor },
    ...{ feeCurrency: currency, feeMinor, bookedMinor: amountMinor },
  }
}
