import { success } from '@tributary/contract/envelope.ts'
import { paymentNotFound } from '@tributary/contract/payment.ts'
import { manualLink } from '@tributary/contract/payments.ts'
import type { FastifyInstance } from 'fastify'
import { getSiteAs } from '../accounts/site-access.ts'
import { AppError } from '../errors.ts'
import { noteDeed } from '../http/note-deed.ts'
import { personOf, requirePerson } from '../http/signed-in.ts'
import { validateBody } from '../http/validate.ts'
import type { Services } from '../services.ts'
import type { Site } from '../sites/site.ts'

const validateLink = validateBody(manualLink)

interface OnPayment {
  Params: { siteId: string; paymentId: string }
}

/** `/api/app/sites/:siteId/payments/:paymentId/link`: an administrator links a payment by hand. */
export function handLinkRoutes(app: FastifyInstance, services: Services): void {
  const { control, payments, events } = services
  const link = '/api/app/sites/:siteId/payments/:paymentId/link'
  const person = requirePerson(services)

  app.put<OnPayment>(link, person, async (request) => {
    const { siteId, paymentId } = request.params
    const account = personOf(request)
    const site = await getSiteAs(control, account, { id: siteId, role: 'admin' })
    const { visitorId, sessionId } = validateLink(request.body)
    await events.flush()
    const by = { accountId: account.id, visitorId: visitorId ?? null, sessionId: sessionId ?? null }
    await payments.linkByHand(site, paymentId, by)
    const object = { id: paymentId, name: '' }
    await noteDeed(services, request, { action: 'payment.linked', siteId, object })
    return success(await receiptOf(site, paymentId))
  })

  app.delete<OnPayment>(link, person, async (request) => {
    const { siteId, paymentId } = request.params
    const account = personOf(request)
    const site = await getSiteAs(control, account, { id: siteId, role: 'admin' })
    await payments.linkByHand(site, paymentId, { accountId: account.id })
    const object = { id: paymentId, name: '' }
    await noteDeed(services, request, { action: 'payment.unlinked', siteId, object })
    return success(await receiptOf(site, paymentId))
  })

  async function receiptOf(site: Site, paymentId: string) {
    const payment = await payments.find(site, { paymentId })
    if (payment === undefined) throw new AppError('not-found', paymentNotFound)
    return { payment }
  }
}
