import { isDeepStrictEqual } from 'node:util'
import { translatePaypal } from './paypal-facts.ts'
import {
  type EndpointKeys,
  type Outside,
  type ProviderEvent,
  testMark,
  type Verdict,
} from './provider.ts'
import { type Fields, textOf } from './wire/fields.ts'
import { rejected } from './wire/hmac.ts'

/**
 * Compares a delivered event with the one in PayPal's API under its id: the signature covers only a CRC32 of the
 * body, and another body with the same CRC32 is easily made. Without the app's credentials, the signature is the
 * only check. Throws if the API cannot be asked.
 */
export async function confirmPaypal(
  { body }: ProviderEvent,
  { options, isTest }: EndpointKeys,
  outside: Outside,
): Promise<Verdict> {
  const { clientId, apiToken: clientSecret } = options
  if (clientId === undefined || clientSecret === undefined) return { kind: 'accepted' }
  const app = { clientId, clientSecret, isSandbox: isTest }
  const known = await outside.findPaypalEvent(textOf(body.id) ?? '', app)
  const isConfirmed = known !== undefined && isDeepStrictEqual(meaningOf(body), meaningOf(known))
  return isConfirmed ? { kind: 'accepted' } : rejected('unknown-event')
}

/** The fields that decide what is recorded. Others, such as the summary, may differ between two copies. */
function meaningOf(body: Fields) {
  const type = textOf(body.event_type)
  return { id: textOf(body.id), type, mark: body[testMark], facts: factsOf(body, type ?? '') }
}

function factsOf(body: Fields, type: string): unknown {
  try {
    return translatePaypal({ key: '', type, isTest: false, body })
  } catch {
    // It is archived as failed and may be understood by a later version, so all of it must be equal.
    return body.resource
  }
}
