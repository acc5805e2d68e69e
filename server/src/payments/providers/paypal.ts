import { confirmPaypal } from './paypal-confirmation.ts'
import { translatePaypal } from './paypal-facts.ts'
import { simulatorNote, verifyPaypal } from './paypal-signature.ts'
import { paypalSubscriptions } from './paypal-subscriptions.ts'
import { type Delivery, MalformedBody, type Provider, type ProviderEvent } from './provider.ts'
import { textOf } from './wire/fields.ts'
import { parseJsonObject } from './wire/json-text.ts'

/**
 * PayPal: an RSA signature over id, time, webhook id and checksum. The endpoint's secret is the webhook's id.
 * With the credentials of the merchant's app each event is looked up in PayPal's API before it counts.
 */
export const paypal: Provider = {
  name: 'paypal',
  title: 'PayPal',
  isSigned: true,
  // PayPal documents none; a repeated event is recognised by its id.
  toleranceSeconds: null,
  archivedHeaders: [simulatorNote],
  async verify(delivery, keys, now) {
    const verdict = await verifyPaypal(delivery, keys, now)
    // The simulator's events are in no account, and are never money.
    if (verdict.kind !== 'accepted' || verdict.notes !== undefined) return verdict
    return confirmPaypal(readPaypal(delivery), keys, now.outside)
  },
  read: readPaypal,
  translate: translatePaypal,
  subscriptions: paypalSubscriptions,
  // Only PayPal has the key.
  sample: () => undefined,
}

function readPaypal({ body, headers }: Delivery): ProviderEvent {
  const event = parseJsonObject(body)
  const [key, type] = [textOf(event.id), textOf(event.event_type)]
  if (key === null || type === null) throw new MalformedBody('this is no PayPal event')
  // The sandbox is a separate account; only the simulator identifies itself.
  return { key, type, isTest: headers[simulatorNote] !== undefined, body: event }
}
