import { paymentLinkOperations } from '@tributary/contract/operations/app-payments.ts'
import { paymentNotFound } from '@tributary/contract/payment.ts'
import type { FastifyInstance } from 'fastify'
import { auditAction } from '../accounts/http/audit-action.ts'
import { AppError } from '../errors.ts'
import { serveOperations } from '../http/serve-operations.ts'
import type { Site } from '../site.ts'
import type { PaymentsDeps } from './payments-deps.ts'

/** `/api/app/sites/:siteId/payments/:paymentId/link`: an administrator links a payment by hand. */
export function handLinkRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  const { events, payments } = deps

  async function receiptOf(site: Site, paymentId: string) {
    const payment = await payments.find(site, { paymentId })
    if (payment === undefined) throw new AppError('not-found', paymentNotFound)
    return { payment }
  }

  serveOperations(app, deps, paymentLinkOperations, {
    'PUT /api/app/sites/:siteId/payments/:paymentId/link': async (call) => {
      const { request, site, person, params, body } = call
      const { visitorId = null, sessionId = null } = body
      await events.flush()
      const by = { accountId: person.id, visitorId, sessionId }
      await payments.linkByHand(site, params.paymentId, by)
      const object = { id: params.paymentId, name: '' }
      await auditAction(deps, request, { action: 'payment.linked', siteId: site.id, object })
      return receiptOf(site, params.paymentId)
    },

    'DELETE /api/app/sites/:siteId/payments/:paymentId/link': async (call) => {
      const { request, site, person, params } = call
      await payments.linkByHand(site, params.paymentId, { accountId: person.id })
      const object = { id: params.paymentId, name: '' }
      await auditAction(deps, request, { action: 'payment.unlinked', siteId: site.id, object })
      return receiptOf(site, params.paymentId)
    },
  })
}
