import { translatePaypal } from './paypal-facts.ts'
import { simulatorNote, verifyPaypal } from './paypal-signature.ts'
import { MalformedBody, type Provider, type ProviderEvent } from './provider.ts'
import { textOf } from './wire/fields.ts'
import { parseJsonObject } from './wire/json-text.ts'

/** PayPal: an RSA signature over id, time, webhook id and checksum. The endpoint's secret is the webhook's id. */
export const paypal: Provider = {
  name: 'paypal',
  title: 'PayPal',
  isSigned: true,
  // PayPal documents none; an event told twice is known by its id.
  toleranceSeconds: null,
  keptHeaders: [simulatorNote],
  verify: verifyPaypal,
  read({ body, headers }): ProviderEvent {
    const event = parseJsonObject(body)
    const [key, type] = [textOf(event.id), textOf(event.event_type)]
    if (key === null || type === null) throw new MalformedBody('this is no PayPal event')
    // The sandbox is another account; only the simulator shows itself.
    return { key, type, isTest: headers[simulatorNote] !== undefined, body: event }
  },
  translate: translatePaypal,
  // Only PayPal has the key.
  sample: () => undefined,
}
