import {
  type Delivery,
  type EndpointKeys,
  MalformedBody,
  type Provider,
  type Verdict,
} from '../provider.ts'
import { textOf } from './fields.ts'
import { hmacSha256, judge, rejected, timeProblem } from './hmac.ts'
import { parseJsonObject } from './json-text.ts'

/**
 * Checks the scheme of standardwebhooks.com: `id.timestamp.body`, any of several `v1` signatures. `keysOf` returns
 * the keys that a secret may mean.
 */
export function verifyStandardWebhook(
  { headers, body }: Delivery,
  { secrets, toleranceSeconds }: EndpointKeys,
  nowMs: number,
  keysOf: (secret: string) => readonly Buffer[] = decodedKeys,
): Verdict {
  const id = headers['webhook-id']
  const time = headers['webhook-timestamp']
  const problem = timeProblem(time, nowMs, toleranceSeconds)
  if (id === undefined || problem !== undefined) return rejected(problem ?? 'missing-signature')
  const signatures = (headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => entry.slice('v1,'.length))
  const expected = secrets.flatMap(keysOf).map((key) => hmacSha256(key, `${id}.${time}.`, body))
  return judge(signatures, 'base64', expected)
}

/** The key that the scheme's libraries read: base64 behind `whsec_`. */
export function decodedKeys(secret: string): readonly Buffer[] {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return key.length === 0 ? [] : [key]
}

/** The key of providers that sign with the secret's text; a `whsec_` secret may be read either way. */
export function textOrDecodedKeys(secret: string): readonly Buffer[] {
  const text = Buffer.from(secret, 'utf8')
  return secret.startsWith('whsec_') ? [text, ...decodedKeys(secret)] : [text]
}

/**
 * Providers that sign with the secret's text, name an event in `type` and a delivery in `webhook-id`. Their
 * sandboxes are separate accounts, so nothing in a delivery is marked as test.
 */
export function textSignedWebhooks(
  title: string,
): Pick<Provider, 'isSigned' | 'toleranceSeconds' | 'archivedHeaders' | 'verify' | 'read'> {
  return {
    isSigned: true,
    toleranceSeconds: 300,
    archivedHeaders: ['webhook-id'],
    verify: (delivery, keys, { nowMs }) =>
      verifyStandardWebhook(delivery, keys, nowMs, textOrDecodedKeys),
    read({ body, headers }) {
      const event = parseJsonObject(body)
      const [type, key] = [textOf(event.type), textOf(headers['webhook-id'])]
      if (type === null || key === null) throw new MalformedBody(`this is no ${title} event`)
      return { key, type, isTest: false, body: event }
    },
  }
}

/** The three headers for a body that we sign ourselves. */
export function signStandardWebhook(
  body: Buffer,
  { key, nowMs, id }: { key: Buffer | undefined; nowMs: number; id: string },
): Record<string, string> {
  const time = String(Math.floor(nowMs / 1000))
  const signature = hmacSha256(key ?? '', `${id}.${time}.`, body).toString('base64')
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
}
