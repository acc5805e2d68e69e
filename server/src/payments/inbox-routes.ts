import { ledgerOperations } from '@tributary/contract/operations/payments.ts'
import type {
  PaymentSummary,
  PaymentsList,
  PaymentTotalsQuery,
} from '@tributary/contract/payments.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerUpToDate } from '../answers/answer-up-to-date.ts'
import { serveOperations } from '../http/serve-operations.ts'
import { readRange } from '../reports/date-range.ts'
import { questionUnits } from '../reports/question-units.ts'
import type { Site } from '../site.ts'
import { siteOf } from '../sites/http/api-key.ts'
import { maySeeVisitors, readerOf } from '../sites/http/key-or-person.ts'
import type { Engine } from '../store/events/engine.ts'
import { addDays, localDay } from '../time/local-time.ts'
import type { PaymentNarrowing, PaymentRange } from './delivery/each-payment.ts'
import { redactPayments } from './ledger/redact-payment.ts'
import { groupUnlinked, listPayments } from './list-payments.ts'
import { type CreditingModel, creditedTo, creditedVisits } from './payment-credit.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import { readSearch } from './read-search.ts'
import { paymentTables, unlinkedTables } from './tables.ts'
import { totalPayments } from './total-payments.ts'

/** Lists of a site's payments, their totals, and unlinked revenue by what would fix it. */
export function inboxRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  const { control, engine, payments } = deps
  serveOperations(app, deps, ledgerOperations, {
    'GET /api/v1/payments': ({ request, site, query, inTables }) =>
      inTables(paymentTables, async () => {
        const { limit, cursor, credit } = query
        const found = await upToDate(deps, request, query, async (wanted) => {
          const page = { ...wanted, limit, cursor }
          const list = await listPayments(control, rangeOf(deps, site, query), page)
          return credit === undefined ? list : withCredit(engine, site, list, credit)
        })
        return maySeeVisitors(request) ? found : redactPayments(found)
      }),

    'GET /api/v1/payments/totals': ({ request, site, query }) =>
      upToDate(deps, request, query, (wanted) =>
        totalPayments(control, rangeOf(deps, site, query), wanted),
      ),

    'GET /api/v1/payments/unlinked': ({ site, query, inTables }) =>
      inTables(unlinkedTables, async () => {
        await payments.flush()
        return groupUnlinked(control, rangeOf(deps, site, query))
      }),
  })
}

/** The first and last day of the site's time zone: the last 90 by default. */
function daysOf({ clock }: PaymentsDeps, site: Site, { from, to }: DaysAsked): [string, string] {
  const last = to ?? localDay(clock.now(), site.timezone)
  return [from ?? addDays(last, -89), last]
}

interface DaysAsked {
  from?: string
  to?: string
}

function rangeOf(deps: PaymentsDeps, site: Site, asked: DaysAsked): PaymentRange {
  const days = daysOf(deps, site, asked)
  const { fromMs, toMs } = readRange(days, site.timezone, deps.clock.now())
  return { siteId: site.id, fromMs, toMs }
}

/** Reads payments once everything acknowledged is in the ledger and, if credit is requested, in the engine. */
async function upToDate<Answer extends object>(
  deps: PaymentsDeps,
  request: FastifyRequest,
  query: PaymentTotalsQuery,
  read: (wanted: PaymentNarrowing) => Promise<Answer>,
): Promise<Answer> {
  const site = siteOf(request)
  const { search: text, source, credit: model = 'last-non-direct', ...narrowing } = query
  const seesPeople = maySeeVisitors(request)
  const search =
    text === undefined ? undefined : await readSearch(deps, site.id, { search: text, seesPeople })
  // The ledger alone needs no engine.
  if (source === undefined && query.credit === undefined) {
    await deps.payments.flush()
    return read({ ...narrowing, search })
  }
  // For a source, the money of the whole range is read, as by a report; otherwise that of one page.
  const dateRange = source === undefined ? undefined : daysOf(deps, site, query)
  const asked = { dateRange, dimensions: ['source'] }
  const units = questionUnits(asked, site, deps.clock.now())
  return answerUpToDate(deps, { reader: readerOf(request), units }, async () => {
    const ids =
      source === undefined
        ? undefined
        : await creditedTo(deps.engine, site, rangeOf(deps, site, query), { source, model })
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
