import { success } from '@tributary/contract/envelope.ts'
import { paymentNotFound } from '@tributary/contract/payment.ts'
import {
  manualLink,
  type PaymentSummary,
  type PaymentsList,
  type PaymentsQuery,
  paymentsQuery,
  unlinkedQuery,
} from '@tributary/contract/payments.ts'
import type { FastifyInstance } from 'fastify'
import { getSiteAs } from '../accounts/site-access.ts'
import { AppError } from '../errors.ts'
import { siteOf } from '../http/api-key.ts'
import { noteDeed } from '../http/note-deed.ts'
import {
  maySeeVisitors,
  personOf,
  readerOf,
  requireKeyOrPerson,
  requirePerson,
} from '../http/signed-in.ts'
import { checkTable, sendAnswer } from '../http/tables.ts'
import { validateBody, validateQuery } from '../http/validate.ts'
import { answerUpToDate } from '../questions/answer-up-to-date.ts'
import { readRange } from '../reports/date-range.ts'
import { addDays, localDay } from '../reports/local-time.ts'
import type { Services } from '../services.ts'
import type { Site } from '../sites/site.ts'
import { groupUnlinked, listPayments } from './list-payments.ts'
import { creditedVisits } from './payment-credit.ts'
import { redactPayments } from './redact-payment.ts'
import { paymentTables, unlinkedTables } from './tables.ts'

const validateList = validateQuery(paymentsQuery)
const validateUnlinked = validateQuery(unlinkedQuery)
const validateLink = validateBody(manualLink)

interface OnPayment {
  Params: { siteId: string; paymentId: string }
}

/**
 * `GET /api/v1/payments` lists a site's money, `/payments/unlinked` groups what has no visitor by what
 * would fix it. Below `/api/app` a signed-in person links a payment by hand.
 */
export function inboxRoutes(app: FastifyInstance, services: Services): void {
  const { clock, control, engine, payments, events } = services
  const readers = requireKeyOrPerson(services, 'stats:read')
  const rangeOf = (site: Site, days: { from?: string; to?: string }) => {
    const today = localDay(clock.now(), site.timezone)
    const to = days.to ?? today
    const range = readRange([days.from ?? addDays(to, -89), to], site.timezone, clock.now())
    return { siteId: site.id, fromMs: range.fromMs, toMs: range.toMs }
  }

  app.get('/api/v1/payments', readers, async (request, reply) => {
    const query = validateList(request.query)
    const site = siteOf(request)
    checkTable(request, paymentTables)
    const { credit } = query
    // The list alone needs the ledger only, and so no engine.
    const found =
      credit === undefined
        ? await payments.flush().then(() => listPayments(control, rangeOf(site, query), query))
        : await answerUpToDate(services, { reader: readerOf(request), units: 1 }, () =>
            listWithCredit(site, query, credit),
          )
    const shown = maySeeVisitors(request) ? found : redactPayments(found)
    return sendAnswer(request, reply, shown, paymentTables)
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

  app.get('/api/v1/payments/unlinked', readers, async (request, reply) => {
    const query = validateUnlinked(request.query)
    const site = siteOf(request)
    checkTable(request, unlinkedTables)
    await payments.flush()
    const found = await groupUnlinked(control, rangeOf(site, query))
    return sendAnswer(request, reply, found, unlinkedTables)
  })

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
