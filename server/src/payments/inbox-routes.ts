import { success } from '@tributary/contract/envelope.ts'
import {
  type PaymentSummary,
  type PaymentsList,
  type PaymentTotalsQuery,
  paymentsQuery,
  paymentTotalsQuery,
  unlinkedQuery,
} from '@tributary/contract/payments.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { siteOf } from '../http/api-key.ts'
import { maySeeVisitors, readerOf, requireKeyOrPerson } from '../http/signed-in.ts'
import { checkTable, sendAnswer } from '../http/tables.ts'
import { validateQuery } from '../http/validate.ts'
import { answerUpToDate } from '../questions/answer-up-to-date.ts'
import { readRange } from '../reports/date-range.ts'
import { addDays, localDay } from '../reports/local-time.ts'
import type { Services } from '../services.ts'
import type { Site } from '../sites/site.ts'
import type { Engine } from '../store/events/engine.ts'
import type { PaymentNarrowing, PaymentRange } from './each-payment.ts'
import { groupUnlinked, listPayments } from './list-payments.ts'
import { type CreditingModel, creditedTo, creditedVisits } from './payment-credit.ts'
import { readSearch } from './read-search.ts'
import { redactPayments } from './redact-payment.ts'
import { paymentTables, unlinkedTables } from './tables.ts'
import { totalPayments } from './total-payments.ts'

const validateList = validateQuery(paymentsQuery)
const validateTotals = validateQuery(paymentTotalsQuery)
const validateUnlinked = validateQuery(unlinkedQuery)

/**
 * `GET /api/v1/payments` lists a site's money, `/payments/totals` adds it up, `/payments/unlinked` groups what has
 * no visitor by what would fix it.
 */
export function inboxRoutes(app: FastifyInstance, services: Services): void {
  const { control, engine, payments } = services
  const readers = requireKeyOrPerson(services, 'stats:read')

  app.get('/api/v1/payments', readers, async (request, reply) => {
    const query = validateList(request.query)
    const { limit, cursor } = query
    const site = siteOf(request)
    checkTable(request, paymentTables)
    const found = await upToDate(services, request, query, async (wanted) => {
      const list = await listPayments(control, rangeOf(services, site, query), {
        ...wanted,
        limit,
        cursor,
      })
      return query.credit === undefined ? list : withCredit(engine, site, list, query.credit)
    })
    const shown = maySeeVisitors(request) ? found : redactPayments(found)
    return sendAnswer(request, reply, shown, paymentTables)
  })

  app.get('/api/v1/payments/totals', readers, async (request) => {
    const query = validateTotals(request.query)
    const range = rangeOf(services, siteOf(request), query)
    return success(
      await upToDate(services, request, query, (wanted) => totalPayments(control, range, wanted)),
    )
  })

  app.get('/api/v1/payments/unlinked', readers, async (request, reply) => {
    const query = validateUnlinked(request.query)
    const site = siteOf(request)
    checkTable(request, unlinkedTables)
    await payments.flush()
    const found = await groupUnlinked(control, rangeOf(services, site, query))
    return sendAnswer(request, reply, found, unlinkedTables)
  })
}

/** Whole days of the site's time zone: the last 90 where none are named. */
function rangeOf(
  { clock }: Services,
  site: Site,
  days: { from?: string; to?: string },
): PaymentRange {
  const today = localDay(clock.now(), site.timezone)
  const to = days.to ?? today
  const range = readRange([days.from ?? addDays(to, -89), to], site.timezone, clock.now())
  return { siteId: site.id, fromMs: range.fromMs, toMs: range.toMs }
}

/** Reads payments once all that was acknowledged is in the ledger, and in the engine where credit is asked for. */
async function upToDate<Answer extends object>(
  services: Services,
  request: FastifyRequest,
  query: PaymentTotalsQuery,
  read: (wanted: PaymentNarrowing) => Promise<Answer>,
): Promise<Answer> {
  const site = siteOf(request)
  const { search: text, source, credit: model = 'last-non-direct', ...narrowing } = query
  const seesPeople = maySeeVisitors(request)
  const search =
    text === undefined
      ? undefined
      : await readSearch(services, site.id, { search: text, seesPeople })
  // The ledger alone needs no engine.
  if (source === undefined && query.credit === undefined) {
    await services.payments.flush()
    return read({ ...narrowing, search })
  }
  return answerUpToDate(services, { reader: readerOf(request), units: 1 }, async () => {
    const ids =
      source === undefined
        ? undefined
        : await creditedTo(services.engine, site, rangeOf(services, site, query), { source, model })
    return read({ ...narrowing, search, ids })
  })
}

/** The list with the visit that a model credits each payment to. */
async function withCredit(
  engine: Engine,
  site: Site,
  found: PaymentsList,
  model: CreditingModel,
): Promise<PaymentsList> {
  const visits = await creditedVisits(engine, site, found.payments, model)
  const credited = ({ paymentId }: PaymentSummary) => visits.get(paymentId) ?? null
  return {
    ...found,
    payments: found.payments.map((one) => ({ ...one, credited: credited(one) })),
  }
}
