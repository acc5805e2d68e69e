import { formatMajorUnits } from '../../money/money.ts'
import { dayMs } from '../../time/durations.ts'
import { type PaypalTransaction, paypalTime } from './fake-paypal.ts'
import { type AccountShop, Books, type Outcome, type Paid, type Purchase } from './shop-year.ts'

const iso = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

/** A PayPal account, with fees in the currency that was paid. */
export class PaypalShop implements AccountShop {
  readonly books = new Books()
  readonly deliveries: AccountShop['deliveries'] = []
  readonly history: PaypalTransaction[] = []
  readonly subscriptions = 0
  #serial = 0

  pay(atMs: number, purchase: Purchase): Paid {
    const { amountMinor, currency, subscription } = purchase
    const feeMinor = 35 + Math.floor(amountMinor / 30)
    const id = this.#id()
    const custom = subscription === undefined ? 'order-1' : 'visitor_1:session_1'
    this.#book(atMs, {
      ...{ id, currency, minor: amountMinor, feeMinor },
      code: subscription === undefined ? 'T0006' : 'T0002',
      reference: subscription === undefined ? ['ODR', `O${id}`] : ['SUB', `I-${subscription.id}`],
      more: { custom_field: custom, invoice_id: `INV-${id}` },
    })
    const value = formatMajorUnits(amountMinor, currency)
    const fee = formatMajorUnits(feeMinor, currency)
    const common = { id, invoice_id: `INV-${id}`, create_time: iso(atMs), update_time: iso(atMs) }
    if (subscription === undefined) {
      this.#deliver('PAYMENT.CAPTURE.COMPLETED', atMs, {
        ...{ ...common, custom_id: custom, status: 'COMPLETED', final_capture: true },
        amount: { currency_code: currency, value },
        seller_receivable_breakdown: { paypal_fee: { currency_code: currency, value: fee } },
        supplementary_data: { related_ids: { order_id: `O${id}` } },
      })
    } else {
      this.#deliver('PAYMENT.SALE.COMPLETED', atMs, {
        ...{ ...common, custom, billing_agreement_id: `I-${subscription.id}` },
        ...{ amount: { total: value, currency }, transaction_fee: { value: fee, currency } },
      })
    }
    this.books.paid(purchase, feeMinor)
    return { ...purchase, ref: id, atMs }
  }

  subscribe(): void {}

  /** For some refunds a part of the fee is returned. */
  refund(atMs: number, paid: Paid, amountMinor: number): void {
    const { currency, ref } = paid
    const feeMinor = amountMinor % 2 === 0 ? -12 : 0
    const id = this.#id()
    this.#book(atMs, {
      ...{ id, code: 'T1107', currency, minor: -amountMinor, feeMinor },
      reference: ['TXN', ref],
    })
    const back = { currency_code: currency, value: formatMajorUnits(-feeMinor, currency) }
    this.#deliver('PAYMENT.CAPTURE.REFUNDED', atMs, {
      ...{ id, status: 'COMPLETED', create_time: iso(atMs), update_time: iso(atMs) },
      amount: { currency_code: currency, value: formatMajorUnits(amountMinor, currency) },
      ...(feeMinor !== 0 && { seller_payable_breakdown: { paypal_fee: back } }),
      links: [{ rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${ref}` }],
    })
    this.books.wentBack(paid, amountMinor, feeMinor)
  }

  /** The bank takes the money and PayPal a fee; a won dispute returns the money without the fee. */
  dispute(atMs: number, paid: Paid, outcome: Outcome): void {
    const { amountMinor, currency, ref } = paid
    const costs = 2_000
    const about = { currency, feeMinor: 0, reference: ['TXN', ref] as [string, string] }
    this.#book(atMs, { ...about, id: this.#id(), code: 'T1201', minor: -amountMinor })
    this.#book(atMs, { ...about, id: this.#id(), code: 'T0106', minor: -costs })
    const dispute = {
      ...{ dispute_id: `PP-D-${ref}`, create_time: iso(atMs) },
      disputed_transactions: [{ seller_transaction_id: ref }],
      dispute_amount: { currency_code: currency, value: formatMajorUnits(amountMinor, currency) },
    }
    this.#deliver('CUSTOMER.DISPUTE.CREATED', atMs, { ...dispute, status: 'UNDER_REVIEW' })
    const endMs = atMs + 20 * dayMs
    const code = outcome === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR'
    const resolved = { ...dispute, status: 'RESOLVED', dispute_outcome: { outcome_code: code } }
    this.#deliver('CUSTOMER.DISPUTE.RESOLVED', endMs, resolved)
    if (outcome === 'lost') {
      this.books.wentBack(paid, amountMinor, costs)
      return
    }
    this.#book(endMs, { ...about, id: this.#id(), code: 'T1202', minor: amountMinor })
    this.books.wentBack(paid, 0, costs)
  }

  /** A pending payment, one to somebody else, a withdrawal, a conversion and a hold. */
  addNoise(atMs: number): void {
    const euros = { currency: 'EUR', feeMinor: 0 }
    const book = (code: string, minor: number, status = 'S') =>
      this.#book(atMs, {
        ...euros,
        id: this.#id(),
        code,
        minor,
        more: { transaction_status: status },
      })
    book('T0006', 999, 'P')
    book('T0006', 999, 'D')
    book('T0006', -999)
    book('T0400', -50_000)
    book('T0200', 5_000)
    book('T1110', -999)
  }

  #book(
    atMs: number,
    given: {
      id: string
      code: string
      currency: string
      minor: number
      feeMinor: number
      reference?: [type: string, id: string]
      more?: object
    },
  ): void {
    const { id, code, currency, minor, feeMinor, reference, more } = given
    const money = (amount: number) => ({
      ...{ currency_code: currency, value: formatMajorUnits(amount, currency) },
    })
    this.history.push({
      transaction_info: {
        ...{ transaction_id: id, transaction_event_code: code, transaction_status: 'S' },
        ...{
          transaction_initiation_date: paypalTime(atMs),
          transaction_updated_date: paypalTime(atMs),
        },
        ...(reference && {
          ...{ paypal_reference_id_type: reference[0], paypal_reference_id: reference[1] },
        }),
        transaction_amount: money(minor),
        ...(feeMinor !== 0 && { fee_amount: money(-feeMinor) }),
        ...more,
      },
      payer_info: { email_address: 'buyer@example.com', account_id: 'BUYER1' },
    })
  }

  #id(): string {
    this.#serial += 1
    return String(this.#serial).padStart(17, '0')
  }

  #deliver(event_type: string, atMs: number, resource: object): void {
    const body = { id: `WH-${this.#id()}`, event_type, create_time: iso(atMs + 1_000), resource }
    this.deliveries.push({ atMs, body: structuredClone(body) })
  }
}
