import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Rejection, Verdict } from '../provider.ts'

/** How far ahead of our clock a signature may be, whatever the endpoint's tolerance. */
const aheadSeconds = 300

/** HMAC-SHA256 over the parts, in order, without anything between them. */
export function hmacSha256(key: string | Buffer, ...parts: (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

/** HMAC-SHA512 over a body. */
export function hmacSha512(key: string | Buffer, body: Buffer): Buffer {
  return createHmac('sha512', key).update(body).digest()
}

/** Whether any of the signatures is one of the expected, compared in constant time. */
function hasSignature(
  signatures: readonly string[],
  encoding: 'hex' | 'base64',
  expected: readonly Buffer[],
): boolean {
  let found = false
  for (const signature of signatures) {
    // Careful: Buffer.from silently stops at the first invalid character.
    const given = Buffer.from(signature, encoding)
    const isWhole = given.toString(encoding).length === signature.trim().length
    for (const right of expected) {
      if (isWhole && given.length === right.length && timingSafeEqual(given, right)) found = true
    }
  }
  return found
}

/** Accepts if a signature is correct; otherwise returns why not. */
export function judge(
  signatures: readonly string[],
  encoding: 'hex' | 'base64',
  expected: readonly Buffer[],
): Verdict {
  if (signatures.length === 0) return rejected('missing-signature')
  return hasSignature(signatures, encoding, expected)
    ? { kind: 'accepted' }
    : rejected('wrong-signature')
}

/** Why a signature with this time is not accepted now; undefined if it is. Times in whole Unix seconds. */
export function timeProblem(
  text: string | undefined,
  nowMs: number,
  toleranceSeconds: number | null,
): Rejection | undefined {
  if (text === undefined || !/^\d{1,12}$/.test(text)) return 'missing-signature'
  const ageSeconds = Math.floor(nowMs / 1000) - Number(text)
  if (toleranceSeconds !== null && ageSeconds > toleranceSeconds) return 'too-old'
  return ageSeconds < -aheadSeconds ? 'ahead-of-time' : undefined
}

export function rejected(reason: Rejection): Verdict {
  return { kind: 'rejected', reason }
}
