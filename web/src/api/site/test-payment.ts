import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PaymentData, PaymentInput } from '@tributary/contract/payment.ts'
import { request } from '../client/request.ts'
import type { CreatedKey } from './keys.ts'
import type { Site } from './sites.ts'

/** A payment that this page sent as a site's own server would, and the key that it used. */
export interface TestPayment {
  key: CreatedKey
  input: PaymentInput
  payment: PaymentData
}

const tries = 6
const betweenTriesMs = 700

/** Sends a test payment through the public API, with a key made for it, and reads its receipt. */
export function useTestPayment(site: Site, keyName: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ amount, visitorId }: { amount: number; visitorId: string }) => {
      const key = await request('POST /api/app/sites/:siteId/keys', {
        siteId: site.id,
        body: { name: keyName, scopes: ['payments:write'], expiresInDays: 1 },
      })
      const input: PaymentInput = {
        provider: 'test',
        providerPaymentId: `test_${Date.now()}`,
        amount,
        currency: site.currency,
        ...(visitorId !== '' && { visitorId }),
      }
      const call = { body: input, key: key.token }
      const { paymentId } = await request('POST /api/v1/payment', call)
      return { key, input, payment: await readLinked(site.id, paymentId, key.token) }
    },
    onSuccess: () => client.invalidateQueries(),
  })
}

/** Refunds a test payment in full and revokes its key, so that nothing of the test counts. */
export function useRefundTest(site: Site) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ key, input }: TestPayment) => {
      const refunded = { ...input, refunded: true }
      await request('POST /api/v1/payment', { body: refunded, key: key.token })
      const place = { siteId: site.id, keyId: key.key.id }
      await request('DELETE /api/app/sites/:siteId/keys/:keyId', place)
    },
    onSuccess: () => client.invalidateQueries(),
  })
}

/** The payment once its visitor is found, or its state after some seconds. */
async function readLinked(siteId: string, paymentId: string, key: string): Promise<PaymentData> {
  for (let left = tries; ; left--) {
    const payment = await request('GET /api/v1/payment', { siteId, query: { paymentId }, key })
    if (payment.visitorId !== null || left === 0) return payment
    await new Promise((resolve) => setTimeout(resolve, betweenTriesMs))
  }
}
