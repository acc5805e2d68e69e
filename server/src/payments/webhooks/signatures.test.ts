import { describe, expect, it } from 'vitest'
import { bodySignatureVectors } from '../../test/webhooks/body-signature-vectors.ts'
import { headerSecretVectors } from '../../test/webhooks/header-secret-vectors.ts'
import { signatureVectors, usual } from '../../test/webhooks/signature-vectors.ts'
import { standardWebhookVectors } from '../../test/webhooks/standard-webhook-vectors.ts'
import { findProvider, providers } from '../providers/list.ts'
import { hmacSha256 } from '../providers/wire/hmac.ts'
import { openOutside } from './outside.ts'

const vectors = [
  ...signatureVectors,
  ...headerSecretVectors,
  ...bodySignatureVectors,
  ...standardWebhookVectors,
]

describe('a webhook is accepted by its signature', () => {
  it.each(vectors)('$provider: $name: $accepted', async (vector) => {
    const provider = findProvider(vector.provider)
    const { secret = usual.secret, body = usual.body, at = usual.at, tolerance } = vector
    const delivery = { body: Buffer.from(body), headers: vector.headers }
    const toleranceSeconds = tolerance ?? provider?.toleranceSeconds ?? null
    const secrets = ['another secret', secret]
    const keys = { secrets, toleranceSeconds, isTest: false, options: {} }
    const now = { nowMs: at * 1000, outside: openOutside() }
    const verdict = await provider?.verify(delivery, keys, now)
    expect(verdict?.kind).toBe(vector.accepted ? 'accepted' : 'rejected')
  })

  it('is tried for every provider that shares a secret', () => {
    const tried = new Set(vectors.map(({ provider }) => provider))
    // PayPal's key is its own (asking-outside.test.ts), and Gumroad has none.
    const others = providers.map(({ name }) => name).filter((name) => !tried.has(name))
    expect(others).toEqual(['gumroad', 'paypal'])
  })

  it('computes HMAC-SHA256 as RFC 4231 says, test case 2', () => {
    expect(hmacSha256('Jefe', 'what do ya want ', 'for nothing?').toString('hex')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })
})
