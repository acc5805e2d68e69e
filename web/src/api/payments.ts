import { useQuery } from '@tanstack/react-query'
import type { PaymentData } from '@tributary/contract/payment.ts'
import { request } from './request.ts'

/** One payment with its receipt: who told of it, and how its visitor was looked for. */
export function usePayment(siteId: string, paymentId: string) {
  const query = new URLSearchParams({ siteId, paymentId })
  return useQuery({
    queryKey: ['payment', siteId, paymentId],
    queryFn: ({ signal }) => request<PaymentData>(`/api/v1/payment?${query}`, { signal }),
  })
}
