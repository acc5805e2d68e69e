import {
  reconciliationOperations,
  settleOperations,
} from '@tributary/contract/operations/reconciliation.ts'
import { longestReconciledDays, type Reconciliation } from '@tributary/contract/reconciliation.ts'
import type { FastifyInstance } from 'fastify'
import type { Account } from '../../account.ts'
import { personActor } from '../../audit/actor.ts'
import { providerName } from '../../data/provider-name.ts'
import { AppError } from '../../errors.ts'
import { serveOperations } from '../../http/serve-operations.ts'
import type { Site } from '../../site.ts'
import { maySeeVisitors } from '../../sites/http/key-or-person.ts'
import { parseTextList } from '../../store/control/text-list.ts'
import { dayMs } from '../../time/durations.ts'
import type { PaymentsDeps } from '../payments-deps.ts'
import { listConnectionRows } from '../rows/connection-rows.ts'
import { listProviders } from '../rows/payment-pages.ts'
import { dayOf } from './both-sides.ts'
import { presentAccount, presentLine } from './present.ts'
import { reconcile } from './reconcile.ts'
import { bringIn, decideItem, undoDecision } from './settle-item.ts'
import { reconciliationTables } from './tables.ts'

/** Providers' accounts compared with the recorded payments, and what people do about differences. */
export function reconciliationRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  const { control, clock } = deps
  serveOperations(app, deps, reconciliationOperations, {
    'GET /api/v1/reconciliation': ({ request, site, query, inTables }) =>
      inTables(reconciliationTables, async () => {
        const { provider, ...asked } = query
        const range = rangeOf(asked, clock.now())
        return reconcileSite(deps, site, { ...range, provider }, maySeeVisitors(request))
      }),
  })

  const deedOf = (person: Account) => ({ by: personActor(person), nowMs: clock.now() })
  serveOperations(app, deps, settleOperations, {
    'GET /api/app/sites/:siteId/reconciliation/summary': async ({ site }) => ({
      accounts: (await listConnectionRows(control.db, site.id)).map((row) => ({
        provider: row.provider,
        differingDays: parseTextList(row.differing_days),
      })),
    }),

    'PUT /api/app/sites/:siteId/reconciliation/decision': async ({ site, person, body }) => {
      const { decision, note: given = '', ...place } = body
      const note = given.trim()
      if (decision === 'explained' && note === '') {
        throw new AppError('invalid', 'note is required to explain a difference')
      }
      await decideItem(control, { siteId: site.id, ...place }, { decision, note }, deedOf(person))
      return { decided: true as const }
    },

    'POST /api/app/sites/:siteId/reconciliation/reopen': async ({ site, person, body }) => {
      await undoDecision(control, { siteId: site.id, ...body }, deedOf(person))
      return { reopened: true as const }
    },

    'POST /api/app/sites/:siteId/reconciliation/bring-in': async ({ site, person, body }) => {
      const place = { siteId: site.id, ...body }
      return { isResolved: await bringIn(deps.syncing, place, deedOf(person)) }
    },
  })
}

/** The requested days: the last 30 by default. */
function rangeOf(asked: { from?: string; to?: string }, nowMs: number) {
  const to = asked.to ?? dayOf(nowMs)
  const [toMs, fromMs] = [to, asked.from].map((day) => (day === undefined ? 0 : Date.parse(day)))
  const firstMs = asked.from === undefined ? (toMs ?? 0) - 29 * dayMs : (fromMs ?? 0)
  const days = ((toMs ?? 0) - firstMs) / dayMs + 1
  if (!(days >= 1 && days <= longestReconciledDays)) {
    const message = `the range must not end before it begins, or have over ${longestReconciledDays} days`
    throw new AppError('invalid', message)
  }
  return { from: dayOf(firstMs), to }
}

async function reconcileSite(
  { control, connectionStore }: PaymentsDeps,
  site: Site,
  asked: { from: string; to: string; provider: string | undefined },
  seesPeople: boolean,
): Promise<Reconciliation> {
  const wanted = asked.provider === undefined ? undefined : providerName(asked.provider)
  const isWanted = (provider: string) => wanted === undefined || provider === wanted
  const rows = (await listConnectionRows(control.db, site.id)).filter(
    ({ provider }) =>
      isWanted(provider) && connectionStore.apis.some(({ name }) => name === provider),
  )
  const days: Reconciliation['days'] = []
  for (const row of rows) {
    const lines = await reconcile(control, row, asked)
    days.push(...lines.map((line) => presentLine(row.provider, line, seesPeople)))
  }
  const range = { fromMs: Date.parse(asked.from), toMs: Date.parse(asked.to) + dayMs }
  const paid = await listProviders(control.db, { siteId: site.id, ...range })
  return {
    accounts: rows.map(presentAccount),
    notCompared: paid.filter(
      (provider) => isWanted(provider) && rows.every((row) => row.provider !== provider),
    ),
    days: days.sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? 1 : -1)),
  }
}
