import { type Credentials, KeyProblem } from '../provider-api.ts'
import { requestError } from '../request-json.ts'
import { openPaypal, type PaypalPlace } from './paypal-client.ts'
import { paypalLists } from './paypal-lists.ts'

/** Where the apps of an account are made. */
export const paypalKeyPage = 'https://developer.paypal.com/dashboard/applications/live'

export const paypalPermissions = ['Transaction search']

const remedy = `Make an app at ${paypalKeyPage}, under Live, select only Transaction search among its features, and enter its client ID and secret.`

/** Throws unless the live app may read the account's history. PayPal has no apps that can only read. */
export async function checkPaypalKey(place: PaypalPlace, given: Credentials): Promise<void> {
  const credential = /^[A-Za-z0-9_-]{40,120}$/
  if (!credential.test(given.key) || !credential.test(given.details.clientId ?? '')) {
    throw new KeyProblem(`These are not the client ID and the secret of an app. ${remedy}`)
  }
  const nowMs = Date.now()
  const span = { by: 'created', sinceMs: nowMs - 60_000, untilMs: nowMs } as const
  const question = { ...span, token: null, isPast: false }
  try {
    const client = await openPaypal(place, given)
    for (const { page } of paypalLists) await page(client, question)
  } catch (cause) {
    const error = requestError(cause, 'transactions')
    if (error.code === 'key-refused') {
      throw new KeyProblem(
        `PayPal does not accept this client ID and secret: they were mistyped or revoked, or belong to the sandbox, whose payments never count. ${remedy}`,
      )
    }
    if (error.code === 'not-permitted') {
      throw new KeyProblem(
        `This app may not search transactions. Select Transaction search among its features; PayPal takes up to nine hours to apply that. ${remedy}`,
      )
    }
    throw error
  }
}
