import { duplicateOperations } from '@tributary/contract/operations/app-payments.ts'
import type { FastifyInstance } from 'fastify'
import { noteDeed } from '../../http/note-deed.ts'
import { serveOperations } from '../../http/serve-operations.ts'
import type { Services } from '../../services.ts'
import { countDuplicates, countEqualPayments } from '../rows/equal-payments.ts'
import { listProviders } from '../rows/payment-pages.ts'
import { countByHand } from './mark-duplicates.ts'
import { sameMoneyWithinMs } from './pair-duplicates.ts'

/** Payments that are looked at for a suggestion: the latest. */
const latest = 500

/** Which systems report the same money, and what counts all the same. */
export function duplicateRoutes(app: FastifyInstance, services: Services): void {
  const { clock, control, payments } = services
  serveOperations(app, services, duplicateOperations, {
    'GET /api/app/sites/:siteId/payments/equal': async ({ site }) => {
      const ever = { siteId: site.id, fromMs: 0, toMs: clock.now() + sameMoneyWithinMs }
      const providers = await listProviders(control.db, ever)
      const compared = { siteId: site.id, withinMs: sameMoneyWithinMs, latest }
      return {
        providers,
        pairs: providers.length < 2 ? [] : await countEqualPayments(control.db, compared),
        duplicates: await countDuplicates(control.db, site.id),
      }
    },

    'PUT /api/app/sites/:siteId/payments/counted': async ({ request, site, person, body }) => {
      const { paymentIds, count } = body
      const place = { siteId: site.id, paymentIds, nowMs: clock.now() }
      const changed = await countByHand(control, place, { accountId: person.id, count })
      payments.wake()
      for (const id of changed) {
        const action = count ? 'payment.counted' : 'payment.uncounted'
        await noteDeed(services, request, { action, siteId: site.id, object: { id, name: '' } })
      }
      return { payments: changed.length }
    },
  })
}
