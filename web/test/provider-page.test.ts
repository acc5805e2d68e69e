import { expect, it } from 'vitest'
import { providerPage } from '../src/format/provider.ts'

it.each([
  ['stripe', ['pi_3PqX2e'], 'https://dashboard.stripe.com/payments/pi_3PqX2e'],
  ['stripe', ['cs_1', 'in_1Abc'], 'https://dashboard.stripe.com/invoices/in_1Abc'],
  ['stripe', ['in_1Abc', 'ch_1Abc'], 'https://dashboard.stripe.com/payments/ch_1Abc'],
  ['paddle', ['txn_01h8'], 'https://vendors.paddle.com/transactions-v2/txn_01h8'],
  ['paypal', ['5O190127TN364715T'], 'https://www.paypal.com/activity/payment/5O190127TN364715T'],
])('the page of a payment at %s that has the ids %j is %s', (provider, ids, page) => {
  expect(providerPage(provider, ids)).toBe(page)
})

it.each([
  ['stripe', 'pi_1/../../login'],
  ['stripe', 'pi_1?x'],
  ['stripe', 'order 1'],
  ['gumroad', 'pi_1'],
  ['constructor', 'pi_1'],
])('there is none at %s for %j, which anybody may have sent', (provider, id) => {
  expect(providerPage(provider, [id])).toBeUndefined()
})
