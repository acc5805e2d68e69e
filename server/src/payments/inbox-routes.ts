import { paymentLinkOperations } from '@tributary/contract/operations/app-payments.ts'
import { ledgerOperations } from '@tributary/contract/operations/payments.ts'
import { paymentNotFound } from '@tributary/contract/payment.ts'
import type { PaymentSummary, PaymentsList, PaymentsQuery } from '@tributary/contract/payments.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { noteDeed } from '../http/note-deed.ts'
import { serveOperations } from '../http/serve-operations.ts'
import { maySeeVisitors, readerOf } from '../http/signed-in.ts'
import { answerUpToDate } from '../questions/answer-up-to-date.ts'
import { readRange } from '../reports/date-range.ts'
import { addDays, localDay } from '../reports/local-time.ts'
import type { Services } from '../services.ts'
import type { Site } from '../sites/site.ts'
import { groupUnlinked, listPayments } from './list-payments.ts'
import { creditedVisits } from './payment-credit.ts'
import { redactPayments } from './redact-payment.ts'
import { paymentTables, unlinkedTables } from './tables.ts'

/** Lists of a site's money, and linking a payment by hand. */
export function inboxRoutes(app: FastifyInstance, services: Services): void {
  listRoutes(app, services)
  linkRoutes(app, services)
}

/** What has no visitor is grouped by what would fix it. */
function listRoutes(app: FastifyInstance, services: Services): void {
  const { clock, control, engine, payments } = services
  const rangeOf = (site: Site, days: { from?: string; to?: string }) => {
    const today = localDay(clock.now(), site.timezone)
    const to = days.to ?? today
    const range = readRange([days.from ?? addDays(to, -89), to], site.timezone, clock.now())
    return { siteId: site.id, fromMs: range.fromMs, toMs: range.toMs }
  }

  serveOperations(app, services, ledgerOperations, {
    'GET /api/v1/payments': ({ request, site, query, inTables }) =>
      inTables(paymentTables, async () => {
        const { credit } = query
        // The list alone needs the ledger only, and so no engine.
        const found =
          credit === undefined
            ? await payments.flush().then(() => listPayments(control, rangeOf(site, query), query))
            : await answerUpToDate(services, { reader: readerOf(request), units: 1 }, () =>
                listWithCredit(site, query, credit),
              )
        return maySeeVisitors(request) ? found : redactPayments(found)
      }),

    'GET /api/v1/payments/unlinked': ({ site, query, inTables }) =>
      inTables(unlinkedTables, async () => {
        await payments.flush()
        return groupUnlinked(control, rangeOf(site, query))
      }),
  })

  async function listWithCredit(
    site: Site,
    query: PaymentsQuery,
    model: NonNullable<PaymentsQuery['credit']>,
  ): Promise<PaymentsList> {
    const found = await listPayments(control, rangeOf(site, query), query)
    const visits = await creditedVisits(engine, site, found.payments, model)
    const credited = ({ paymentId }: PaymentSummary) => visits.get(paymentId) ?? null
    return {
      ...found,
      payments: found.payments.map((one) => ({ ...one, credited: credited(one) })),
    }
  }
}

function linkRoutes(app: FastifyInstance, services: Services): void {
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
