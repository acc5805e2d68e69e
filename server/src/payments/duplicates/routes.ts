import { duplicateOperations } from '@tributary/contract/operations/app-payments.ts'
import type { FastifyInstance } from 'fastify'
import { auditAction } from '../../accounts/http/audit-action.ts'
import { providerName } from '../../data/provider-name.ts'
import { serveOperations } from '../../http/serve-operations.ts'
import type { PaymentsDeps } from '../payments-deps.ts'
import {
  countDuplicates,
  countEqualPayments,
  dismissPair,
  listDismissedPairs,
  type ProviderPair,
} from '../rows/equal-payments.ts'
import { listProviders } from '../rows/payment-pages.ts'
import { countByHand } from './mark-duplicates.ts'
import { sameMoneyWithinMs } from './pair-duplicates.ts'

/** The latest payments, which suggestions are based on. */
const latest = 500

/** Which systems report the same money, and which payments count anyway. */
export function duplicateRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  const { clock, control, payments } = deps
  serveOperations(app, deps, duplicateOperations, {
    'GET /api/app/sites/:siteId/payments/equal': async ({ site }) => {
      const ever = { siteId: site.id, fromMs: 0, toMs: clock.now() + sameMoneyWithinMs }
      const providers = await listProviders(control.db, ever)
      const compared = { siteId: site.id, withinMs: sameMoneyWithinMs, latest }
      const pairs = providers.length < 2 ? [] : await countEqualPayments(control.db, compared)
      const dismissed = await listDismissedPairs(control.db, site.id)
      return {
        providers,
        pairs: pairs.map((pair) => ({
          ...pair,
          dismissed: dismissed.has(JSON.stringify(pair.providers)),
        })),
        duplicates: await countDuplicates(control.db, site.id),
      }
    },

    'PUT /api/app/sites/:siteId/payments/equal/dismissed': async ({ request, site, body }) => {
      const { dismissed } = body
      const pair = body.providers.map(providerName).sort() as ProviderPair
      const action = dismissed ? 'suggestion.dismissed' : 'suggestion.restored'
      await control.transaction(async (db) => {
        if (!(await dismissPair(db, site.id, { pair, dismissed }))) return
        const object = { id: null, name: pair.join(', ') }
        await auditAction(deps, request, { action, siteId: site.id, object }, db)
      })
      return { dismissed }
    },

    'PUT /api/app/sites/:siteId/payments/counted': async ({ request, site, person, body }) => {
      const { paymentIds, count } = body
      const place = { siteId: site.id, paymentIds, nowMs: clock.now() }
      const changed = await countByHand(control, place, { accountId: person.id, count })
      payments.wake()
      for (const id of changed) {
        const action = count ? 'payment.counted' : 'payment.uncounted'
        await auditAction(deps, request, { action, siteId: site.id, object: { id, name: '' } })
      }
      return { payments: changed.length }
    },
  })
}
