import { success } from '@tributary/contract/envelope.ts'
import {
  paymentIdRequired,
  paymentInput,
  paymentNotFound,
  paymentQuery,
  paymentRecorded,
  paymentRequired,
} from '@tributary/contract/payment.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { requireKey, siteOf } from '../http/api-key.ts'
import { replyOnce } from '../http/idempotency.ts'
import { maySeeVisitors, requireKeyOrPerson } from '../http/signed-in.ts'
import { validateBody, validateQuery } from '../http/validate.ts'
import type { Services } from '../services.ts'
import { paymentFromInput } from './payment-from-input.ts'
import { redactPayment } from './redact-payment.ts'

const validatePayment = validateBody(paymentInput, paymentRequired)
const validatePaymentQuery = validateQuery(paymentQuery)

/** `POST /api/v1/payment` records money, `GET /api/v1/payment` shows it with its receipt. */
export function paymentRoutes(app: FastifyInstance, services: Services): void {
  app.post('/api/v1/payment', requireKey(services, 'payments:write'), async (request) => {
    const input = validatePayment(request.body)
    const site = siteOf(request)
    const report = paymentFromInput(input, services.clock.now())
    const operation = { siteId: site.id, operation: 'payment', input }
    return replyOnce(services, request, operation, async () => {
      const paymentId = await services.payments.record(site, report)
      return success({ paymentId, message: paymentRecorded })
    })
  })

  const readers = requireKeyOrPerson(services, 'payments:write', 'visitors:read', 'stats:read')
  app.get('/api/v1/payment', readers, async (request) => {
    const query = validatePaymentQuery(request.query)
    const payment = await services.payments.find(siteOf(request), nameOf(query))
    if (payment === undefined) throw new AppError('not-found', paymentNotFound)
    // Who may report payments knows whose they are.
    return success(maySeeVisitors(request, 'payments:write') ? payment : redactPayment(payment))
  })
}

function nameOf(query: { paymentId?: string; provider?: string; providerPaymentId?: string }) {
  const { paymentId, provider, providerPaymentId } = query
  if (paymentId !== undefined) return { paymentId }
  if (provider !== undefined && providerPaymentId !== undefined) {
    return { provider, providerPaymentId }
  }
  throw new AppError('invalid', paymentIdRequired)
}
