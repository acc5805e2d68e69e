import {
  getPaymentOperations,
  recordPaymentOperations,
} from '@tributary/contract/operations/payments.ts'
import { paymentIdRequired, paymentNotFound, paymentRecorded } from '@tributary/contract/payment.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { serveOperations } from '../http/serve-operations.ts'
import { maySeeVisitors } from '../sites/http/key-or-person.ts'
import { paymentFromInput } from './ledger/payment-from-input.ts'
import { redactPayment } from './ledger/redact-payment.ts'
import type { PaymentsDeps } from './payments-deps.ts'

/** Recording money, and showing it with its receipt. */
export function paymentRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  const { clock, payments } = deps

  serveOperations(app, deps, recordPaymentOperations, {
    'POST /api/v1/payment': ({ site, body, once }) => {
      const report = paymentFromInput(body, clock.now())
      return once(body, async () => {
        const paymentId = await payments.record(site, report)
        return { paymentId, message: paymentRecorded }
      })
    },
  })

  serveOperations(app, deps, getPaymentOperations, {
    'GET /api/v1/payment': async ({ request, site, query }) => {
      const payment = await payments.find(site, nameOf(query))
      if (payment === undefined) throw new AppError('not-found', paymentNotFound)
      // A caller who may report payments already knows their customers.
      return maySeeVisitors(request, 'payments:write') ? payment : redactPayment(payment)
    },
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
