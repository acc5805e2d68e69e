import type { Delivery, EndpointKeys, Verdict } from '../provider.ts'
import { hmacSha256, judge, rejected, timeProblem } from './hmac.ts'

/**
 * Checks the scheme of standardwebhooks.com: `id.timestamp.body`, any of several `v1` signatures.
 * `keysOf` says which keys a secret may mean.
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

/** The key of providers that sign with the secret's text; a `whsec_` secret may mean either reading. */
export function textOrDecodedKeys(secret: string): readonly Buffer[] {
  const text = Buffer.from(secret, 'utf8')
  return secret.startsWith('whsec_') ? [text, ...decodedKeys(secret)] : [text]
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
