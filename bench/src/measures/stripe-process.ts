import { startStripe } from '@tributary/server/test/providers/fake-stripe.ts'
import { ShopAccount } from '@tributary/server/test/providers/stripe-shop.ts'
import { goodKey } from '@tributary/server/test/providers/synced-ledger.ts'

/**
 * A fake Stripe that answers in `delayMs`, in a process of its own, so that its work is not measured. Receives the
 * number of customers, and sends its address and the sum of its payments.
 */

const [customers = 5_000, delayMs = 50] = process.argv.slice(2).map(Number)
const day = 86_400

const shop = aYearOf(customers, Math.floor(Date.now() / 1000))
const stripe = await startStripe(shop.account, { delayMs })
stripe.nowMs = Date.now
stripe.keys[goodKey] = {}
process.send?.({ url: stripe.url, truth: shop.truth })

/** Ten payments of each customer: four in five pay monthly, the others twice; one purchase in ten goes back. */
function aYearOf(customers: number, endSeconds: number): ShopAccount {
  const shop = new ShopAccount()
  const begin = endSeconds - 362 * day
  for (let index = 0; index < customers; index++) {
    const amount = 500 + ((index * 7919) % 20_000)
    const currency = index % 7 === 0 ? 'jpy' : 'eur'
    const at = begin + Math.floor((index * 29 * day) / customers)
    if (index % 5 !== 0) {
      shop.subscribe(at, { amount, currency, months: 12 })
      continue
    }
    for (const later of [0, 120 * day]) {
      const paid = shop.checkout(at + later, { amount, currency })
      if (index % 10 === 0) shop.refund(at + later + day, paid, amount)
      else if (index % 55 === 0) shop.dispute(at + later + day, paid, 'won')
    }
  }
  return shop
}
