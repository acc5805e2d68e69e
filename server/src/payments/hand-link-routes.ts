import { paymentLinkOperations } from '@tributary/contract/operations/app-payments.ts'
import { paymentNotFound } from '@tributary/contract/payment.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { noteDeed } from '../http/note-deed.ts'
import { serveOperations } from '../http/serve-operations.ts'
import type { Services } from '../services.ts'
import type { Site } from '../sites/site.ts'

/** `/api/app/sites/:siteId/payments/:paymentId/link`: an administrator links a payment by hand. */
export function handLinkRoutes(app: FastifyInstance, services: Services): void {
  const { events, payments } = services

  async function receiptOf(site: Site, paymentId: string) {
    const payment = await payments.find(site, { paymentId })
    if (payment === undefined) throw new AppError('not-found', paymentNotFound)
    return { payment }
  }

  serveOperations(app, services, paymentLinkOperations, {
    'PUT /api/app/sites/:siteId/payments/:paymentId/link': async (call) => {
      const { request, site, person, params, body } = call
      const { visitorId = null, sessionId = null } = body
      await events.flush()
      const by = { accountId: person.id, visitorId, sessionId }
      await payments.linkByHand(site, params.paymentId, by)
      const object = { id: params.paymentId, name: '' }
      await noteDeed(services, request, { action: 'payment.linked', siteId: site.id, object })
      return receiptOf(site, params.paymentId)
    },

    'DELETE /api/app/sites/:siteId/payments/:paymentId/link': async (call) => {
      const { request, site, person, params } = call
      await payments.linkByHand(site, params.paymentId, { accountId: person.id })
      const object = { id: params.paymentId, name: '' }
      await noteDeed(services, request, { action: 'payment.unlinked', siteId: site.id, object })
      return receiptOf(site, params.paymentId)
    },
  })
}
